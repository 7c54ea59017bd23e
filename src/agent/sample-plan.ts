import type { AttemptPlan } from "./attempt-plan.ts";
import { type AttemptRecord, isAccepted } from "./run-outcome.ts";
import type { TaskRequest } from "./task-request.ts";

/**
 * How further programs are asked for: other words and rising temperatures, so that two that agree agree for a reason.
 * What comes first in the prompt stays the same, so engines reuse it.
 */
const WAYS = [
  { temperature: 0.3, instruction: "Use the values exactly as given. Print what is asked for, in the form that is asked for." },
  { temperature: 0.6, instruction: "" },
  { temperature: 0.5, instruction: "Write a function that does it, call it with the values given above, and print every result that is asked for." },
  { temperature: 0.8, instruction: "" },
] as const;

/** Plans another program for a task that has an answer already, to see whether it agrees. What it took to get the first one is told again. */
export function samplePlan(attempts: readonly AttemptRecord[], request: TaskRequest): AttemptPlan {
  const samples = attempts.filter((attempt) => attempt.plan.strategy === "sample").length;
  const { temperature, instruction } = WAYS[samples % WAYS.length] ?? WAYS[0];
  return {
    strategy: "sample",
    temperature,
    seed: request.seed === null ? null : request.seed + attempts.length,
    constraints: attempts.find(isAccepted)?.plan.constraints ?? request.constraints,
    earlier: null,
    patch: null,
    penalty: 0,
    instruction,
    reason: "",
  };
}
