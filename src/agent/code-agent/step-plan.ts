import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";

/** How a step is asked for, as attempts are recorded. */
export function stepPlan({ temperature, seed }: Pick<CodeAgentRequest, "temperature" | "seed">, number: number): AttemptPlan {
  return {
    strategy: "step",
    temperature,
    seed: seed === null ? null : seed + number - 1,
    constraints: [],
    earlier: null,
    patch: null,
    penalty: 0,
    instruction: "",
    reason: "",
  };
}
