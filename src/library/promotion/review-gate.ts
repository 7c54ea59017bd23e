import { REVIEW_CHECKS } from "#domain/snippet.ts";
import { type GateContext, type Judgement, judge } from "./gate.ts";

const WORDS = { code: "the code", tests: "the tests", changes: "the changes since the last reviewed version" } as const;

/** A named person has read this very body and says what they looked at. */
export const reviewGate = {
  name: "review",
  title: "A named person has read it",
  needsRuns: true,
  judge: ({ review, bodyHash, target }: Pick<GateContext, "review" | "bodyHash" | "target">): Judgement => {
    if (target === "tested") return judge([], ["Not asked for this step"]);
    if (review === null) return judge(["Nobody has reviewed it."]);
    const problems: string[] = [];
    if (review.reviewer.trim() === "") problems.push("The review has no name under it.");
    if (review.note.trim() === "") problems.push("The review has no note: say what you looked for.");
    for (const check of REVIEW_CHECKS) if (!review.checked.includes(check)) problems.push(`The reviewer did not tick ${WORDS[check]}.`);
    if (review.bodyHash !== bodyHash) problems.push("The review is of another version: something changed since.");
    return judge(problems, [`${review.reviewer}, ${review.time.slice(0, 10)}: ${review.note}`]);
  },
};
