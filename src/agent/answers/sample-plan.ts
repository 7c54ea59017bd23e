import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import { CONSTRAINT_LIMIT } from "#agent/repair/repair-policy.ts";
import { type AttemptRecord, isAccepted, isDoubtful } from "#agent/run/run-outcome.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { isDoubt } from "#check/demands/demand.ts";

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
  const samples = attempts.filter(({ plan }) => plan.strategy === "sample" || plan.strategy === "second-look").length;
  const { temperature, instruction } = WAYS[samples % WAYS.length] ?? WAYS[0];
  return {
    strategy: "sample",
    temperature,
    seed: request.seed === null ? null : request.seed + attempts.length,
    constraints: taught(attempts, request),
    earlier: null,
    patch: null,
    penalty: 0,
    instruction,
    reason: "",
  };
}

/** What the first good answer was told, and what the others were seen to miss. */
function taught(attempts: readonly AttemptRecord[], request: TaskRequest): readonly string[] {
  const answered = attempts.find((attempt) => isAccepted(attempt) && !isDoubtful(attempt)) ?? attempts.find(isAccepted);
  const missed = attempts.filter(isDoubtful).flatMap((attempt) => attempt.findings.filter(isDoubt).map((finding) => finding.fix));
  return [...new Set([...(answered?.plan.constraints ?? request.constraints), ...missed])].slice(-CONSTRAINT_LIMIT);
}
