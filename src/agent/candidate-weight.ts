import { computesAnswer } from "#check/computes-answer.ts";
import type { AttemptRecord } from "./run-outcome.ts";

/** What an answer counts for that its program only prints: a small model's guess is wrong more often than its program. */
const GUESS_WEIGHT = 0.5;

/** The vote of one accepted attempt. */
export function candidateWeight(attempt: AttemptRecord): number {
  return computesAnswer(attempt.code ?? "") ? 1 : GUESS_WEIGHT;
}
