import type { AttemptPlan } from "./attempt-plan.ts";
import type { AttemptRecord } from "./run-outcome.ts";
import type { TaskRequest } from "./task-request.ts";

/** Temperatures of further programs, from near the first one's to wide. */
const SPREAD = [0.6, 0.7, 0.8, 0.9, 1];

/** Plans another program for a task that has an answer already, to see whether it agrees. It is asked like the first: the prompt's beginning stays the same, so engines reuse it. */
export function samplePlan(attempts: readonly AttemptRecord[], request: TaskRequest): AttemptPlan {
  const samples = attempts.filter((attempt) => attempt.plan.strategy === "sample").length;
  return {
    strategy: "sample",
    temperature: SPREAD[Math.min(samples, SPREAD.length - 1)] ?? 0.8,
    seed: request.seed === null ? null : request.seed + attempts.length,
    constraints: request.constraints,
    earlier: null,
    instruction: "",
    reason: "",
  };
}
