import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import { mendProgram } from "#check/mend/mend-program.ts";
import { failureOf } from "./failure.ts";
import type { AdviceFacts } from "./failure-advice.ts";

/** Corrections in a row: a program that needs more is better written anew. */
const MENDS_IN_A_ROW = 3;

/** Plans the last program once more with what failed corrected, where that has one answer only: it costs no tokens. Null where it has none. */
export function mendPlan(attempts: readonly AttemptRecord[], facts: AdviceFacts): AttemptPlan | null {
  const last = attempts.at(-1);
  const error = last?.execution?.result.error;
  if (last?.code == null || error == null) return null;
  if (attempts.slice(-MENDS_IN_A_ROW).filter(isMend).length === MENDS_IN_A_ROW) return null;
  const failure = { name: error.name, message: error.message, line: error.frames.at(-1)?.line ?? null, tables: facts.files };
  const mended = mendProgram(last.code, failure);
  if (mended === null || attempts.some((attempt) => attempt.code === mended.code)) return null;
  if (last.findings.some(({ message }) => message === mended.finding.message)) return null; // it was no help
  const { constraints } = last.plan;
  return {
    ...last.plan,
    strategy: "mend",
    constraints: [...new Set([...constraints, mended.finding.fix])],
    earlier: null,
    patch: null,
    penalty: 0,
    instruction: "",
    mended,
    reason: failureOf(last).reason,
  };
}

/** Whether an attempt was made without the model: it does not count as one of those that a task may take. */
export function isMend(attempt: AttemptRecord): boolean {
  return attempt.plan.strategy === "mend";
}
