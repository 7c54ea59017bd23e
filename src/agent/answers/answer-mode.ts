/**
 * How many programs may answer one task.
 * - `fast`: the first that works.
 * - `careful`: more, until two agree.
 * - `thorough`: as many as the person sets, then the largest group.
 */
export type AnswerMode = "fast" | "careful" | "thorough";
