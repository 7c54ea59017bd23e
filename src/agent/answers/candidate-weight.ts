import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import { computesAnswer } from "#check/computes-answer.ts";
import { doubtsAnswer } from "#check/demands/demand.ts";

/** What an answer counts for that its program only prints: a small model's guess is wrong more often than its program. */
const GUESS_WEIGHT = 0.5;

/** What an answer counts for that does not look like what the task asks for: two of them are less than one that does. */
const DOUBT_WEIGHT = 0.4;

/** The vote of one accepted attempt. */
export function candidateWeight(attempt: AttemptRecord): number {
  return (computesAnswer(attempt.code ?? "") ? 1 : GUESS_WEIGHT) * (attempt.findings.some(doubtsAnswer) ? DOUBT_WEIGHT : 1);
}
