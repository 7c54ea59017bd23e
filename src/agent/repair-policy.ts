import type { ModelClass } from "#prompt/model-class.ts";
import type { AttemptPlan, Strategy } from "./attempt-plan.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type AdviceFacts, adviceFor } from "./failure-advice.ts";
import type { AttemptRecord } from "./run-outcome.ts";

/** Constraints that one prompt carries at most: the newest win. */
const CONSTRAINT_LIMIT = 5;

const INSTRUCTIONS: Readonly<Record<Strategy, string>> = {
  library: "",
  "by-hand": "",
  first: "",
  correct: "Write the whole corrected program.",
  "correct-function": "Rewrite only what is wrong and give the whole program again.",
  rewrite: "",
  sample: "",
  "other-way": "Solve it in another way than usual, with simple steps.",
};

const TEMPERATURES: Readonly<Record<Strategy, number>> = {
  library: 0,
  "by-hand": 0,
  first: 0,
  correct: 0.2,
  "correct-function": 0.3,
  rewrite: 0.6,
  sample: 0.7,
  "other-way": 0.9,
};

/** The first attempt's plan. */
export function firstPlan(request: { readonly temperature: number; readonly seed: number | null; readonly constraints: readonly string[] }): AttemptPlan {
  return {
    strategy: "first",
    temperature: request.temperature,
    seed: request.seed,
    constraints: request.constraints,
    earlier: null,
    instruction: "",
    reason: "",
  };
}

/**
 * Plans the attempt after a failed one. Never asks twice in the same way: a failure that came before, or the same program again,
 * moves on to the next strategy, and so ends with a new program at a higher temperature that never sees the old one.
 */
export function planRepair(attempts: readonly AttemptRecord[], model: ModelClass, facts: AdviceFacts): AttemptPlan {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error("a repair needs an attempt");
  const failure = failureOf(last);
  const strategy = nextStrategy(attempts, failure, model);
  const constraints = unique([...last.plan.constraints, ...adviceFor(failure, last, facts)]).slice(-CONSTRAINT_LIMIT);
  const corrects = strategy === "correct" || strategy === "correct-function";
  return {
    strategy,
    temperature: TEMPERATURES[strategy],
    seed: last.plan.seed === null ? null : last.plan.seed + 1,
    constraints,
    earlier: corrects && last.code !== null ? { code: last.code, report: failure.report } : null,
    instruction: INSTRUCTIONS[strategy],
    reason: failure.reason,
  };
}

function nextStrategy(attempts: readonly AttemptRecord[], failure: Failure, model: ModelClass): Strategy {
  const last = attempts.at(-1);
  const before = attempts.slice(0, -1);
  const tried = new Set(attempts.map((attempt) => attempt.plan.strategy));
  const again = failure.kind === "repeated" || before.some((attempt) => failureOf(attempt).signature === failure.signature);
  if (tried.has("rewrite") && again) return "other-way";
  if (again || last?.code == null || failure.kind === "timeout") return "rewrite";
  if (tried.has("correct") && tried.has("correct-function")) return "rewrite";
  if (model === "tiny") return "rewrite";
  return tried.has("correct") ? "correct-function" : "correct";
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
