import { onlyDefines, patchFunction } from "#check/patch-function.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import type { Executor } from "#sandbox/port.ts";
import type { AttemptPlan } from "./attempt-plan.ts";

/** A reply's code as the program that is to run. */
export interface TakenProgram {
  readonly code: string;
  readonly findings: readonly CheckFinding[];
}

/**
 * Where only a function was asked for, puts it into its program; the rest of the program stays as it was. A reply that is a whole
 * program after all is taken as that; one that holds no usable version of the function is told, and not run.
 */
export async function takePatch(reply: string, patch: AttemptPlan["patch"], executor: Pick<Executor, "compile">): Promise<TakenProgram> {
  if (patch === null) return { code: reply, findings: [] };
  const { name } = patch;
  const patched = patchFunction(patch.code, name, reply);
  if (patched !== null && (await executor.compile(patched)) === null) {
    return { code: patched, findings: [finding("warning", `replaced: ${name}, the rest is as before`, `Keep the new ${name}.`)] };
  }
  if (!onlyDefines(reply)) return { code: reply, findings: [] };
  return {
    code: reply,
    findings: [finding("error", `the reply holds no other version of ${name} that fits`, `Write the function ${name} with its whole body.`)],
  };
}

function finding(severity: CheckFinding["severity"], message: string, fix: string): CheckFinding {
  return { check: "patch", severity, message, fix, line: null, column: null };
}
