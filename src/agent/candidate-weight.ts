import type { AttemptRecord } from "./run-outcome.ts";

/** The vote of one accepted attempt. */
export function candidateWeight(_attempt: AttemptRecord, _task: string): number {
  return 1;
}
