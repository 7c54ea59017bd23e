import { samplePlan } from "#agent/answers/sample-plan.ts";
import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { isDoubt } from "#check/demands/demand.ts";
import { learnsFromProgram, type ModelClass } from "#prompt/model-class.ts";
import { INSTRUCTIONS } from "./strategy.ts";

/**
 * Plans another program after answers that do not look like what the task asks for: its own words are said again, as what was missed.
 * Larger models see their program; small ones that see it write it again.
 */
export function secondLook(attempts: readonly AttemptRecord[], doubtful: AttemptRecord, request: TaskRequest, model: ModelClass): AttemptPlan {
  const doubts = doubtful.findings.filter(isDoubt);
  const messages = [...new Set(doubts.map(({ message }) => message))].join("; ");
  const plan = samplePlan(attempts, request);
  const shown = learnsFromProgram(model) && doubtful.code !== null;
  return {
    ...plan,
    strategy: "second-look",
    earlier: shown ? { code: doubtful.code ?? "", report: `The program ran, but ${messages}.` } : null,
    instruction: shown ? INSTRUCTIONS.correct : plan.instruction,
    reason: messages,
  };
}
