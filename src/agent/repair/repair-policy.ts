import type { AttemptPlan, Strategy } from "#agent/attempt/attempt-plan.ts";
import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import { functionAt } from "#check/patch-function.ts";
import { learnsFromProgram, type ModelClass } from "#prompt/model-class.ts";
import { type Failure, failureOf } from "./failure.ts";
import { type AdviceFacts, adviceFor } from "./failure-advice.ts";
import { INSTRUCTIONS, TEMPERATURES } from "./strategy.ts";

/** Constraints that one prompt carries at most: the newest win. */
export const CONSTRAINT_LIMIT = 5;

/** Keeps a model from writing the old text again, where its engine counts the prompt. Higher values garble code. */
const PENALTY = 0.4;

/** How much warmer the model is asked after it has failed in the same way twice. */
const WARMER = 0.2;

/** The first attempt's plan. */
export function firstPlan(request: { readonly temperature: number; readonly seed: number | null; readonly constraints: readonly string[] }): AttemptPlan {
  return {
    strategy: "first",
    temperature: request.temperature,
    seed: request.seed,
    constraints: request.constraints,
    earlier: null,
    patch: null,
    penalty: 0,
    instruction: "",
    reason: "",
  };
}

/**
 * Plans the attempt after a failed one. Never asks twice in the same way: a failure that came before, or the same program again,
 * moves on to the next strategy, from the failing function alone over a program from scratch to another way at a higher temperature.
 */
export function planRepair(attempts: readonly AttemptRecord[], model: ModelClass, facts: AdviceFacts): AttemptPlan {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error("a repair needs an attempt");
  const failure = failureOf(last);
  const target = failingFunction(attempts);
  const strategy = nextStrategy(attempts, failure, model, target !== null);
  const constraints = unique([...last.plan.constraints, ...adviceFor(failure, last, facts)]).slice(-CONSTRAINT_LIMIT);
  const patch = strategy === "patch-function" ? target : null;
  const earlier = earlierOf(strategy, last, failure, patch, model);
  return {
    strategy,
    temperature: Math.max(TEMPERATURES[strategy], isAgain(attempts, failure) ? last.plan.temperature + WARMER : 0),
    seed: last.plan.seed === null ? null : last.plan.seed + 1,
    constraints,
    earlier,
    patch: patch === null ? null : { code: patch.code, name: patch.name },
    penalty: earlier !== null && strategy !== "correct" ? PENALTY : 0,
    instruction: patch === null ? INSTRUCTIONS[strategy] : `Write only the corrected function ${patch.name}, with its whole body.`,
    reason: failure.reason,
  };
}

/** The failing function, and the failure of the attempt that ran it. */
interface PatchTarget {
  readonly code: string;
  readonly name: string;
  readonly report: string;
}

/** What the model is shown of the program before; small models that see a program write it again. */
function earlierOf(strategy: Strategy, last: AttemptRecord, failure: Failure, patch: PatchTarget | null, model: ModelClass): AttemptPlan["earlier"] {
  if (patch !== null) return { code: patch.code, report: patch.report };
  const shown = strategy === "correct" || (strategy === "other-way" && learnsFromProgram(model));
  return shown && last.code !== null ? { code: last.code, report: failure.report } : null;
}

function nextStrategy(attempts: readonly AttemptRecord[], failure: Failure, model: ModelClass, canPatch: boolean): Strategy {
  const last = attempts.at(-1);
  const tried = new Set(attempts.map((attempt) => attempt.plan.strategy));
  const again = isAgain(attempts, failure);
  const corrects = learnsFromProgram(model);
  const patches = canPatch && model !== "tiny" && !tried.has("patch-function");
  if (last?.code == null || failure.kind === "timeout") return tried.has("rewrite") ? "other-way" : "rewrite";
  if (again) return patches ? "patch-function" : tried.has("rewrite") ? "other-way" : "rewrite";
  if (corrects && !tried.has("correct")) return "correct";
  if (tried.has("rewrite") || corrects) return patches ? "patch-function" : tried.has("rewrite") ? "other-way" : "rewrite";
  return "rewrite";
}

/** Whether the last attempt was a program, or failed in a way, that was there before. */
function isAgain(attempts: readonly AttemptRecord[], failure: Failure): boolean {
  return failure.kind === "repeated" || attempts.slice(0, -1).some((attempt) => failureOf(attempt).signature === failure.signature);
}

/** The function in which the last program failed: by the innermost of its own lines, or by the place of a finding. */
function failingFunction(attempts: readonly AttemptRecord[]): PatchTarget | null {
  // The same program again was not run: its twin before it tells where it fails.
  const failed = attempts.findLast((attempt) => attempt.code !== null && attempt.findings.every((finding) => finding.check !== "same-code"));
  if (failed?.code == null) return null;
  const lines = failed.execution?.result.error?.frames.map((frame) => frame.line) ?? [];
  const finding = failed.findings.find(({ severity, line }) => severity === "error" && line !== null);
  for (const line of [...lines].reverse().concat(finding?.line ?? [])) {
    const place = functionAt(failed.code, line);
    if (place !== null) return { code: failed.code, name: place.name, report: failureOf(failed).report };
  }
  return null;
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}
