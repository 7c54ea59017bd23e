import type { RunRecorder } from "#agent/run/run-recorder.ts";
import { checkCode } from "#check/check-code.ts";
import type { CheckPlace } from "#check/code-check.ts";
import { syntaxFinding } from "#check/static/syntax-finding.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { sha256 } from "#domain/sha256.ts";
import type { Executor } from "#sandbox/port.ts";

export interface CheckedProgram {
  readonly code: string;
  readonly codeHash: string;
  readonly findings: readonly CheckFinding[];
  readonly passed: boolean;
}

/** Compiles a program in the executor, walks its tree, and logs what was found. Errors keep it from running; warnings do not. */
export async function checkProgram(
  attempt: number,
  code: string,
  known: readonly CheckFinding[],
  place: CheckPlace,
  executor: Executor,
  recorder: RunRecorder,
): Promise<CheckedProgram> {
  const codeHash = await sha256(code);
  const error = await executor.compile(code);
  const found = error === null ? checkCode(code, place) : [syntaxFinding(error)];
  const findings = [...known, ...found];
  const passed = findings.every((finding) => finding.severity !== "error");
  recorder.emit("check-end", { attempt, code, codeHash, findings, passed });
  return { code, codeHash, findings, passed };
}

/** What the checks must know of an executor, and of what a session has defined there. Starts it when it is cold. */
export async function placeOf(executor: Executor, files: readonly string[], session?: string): Promise<CheckPlace> {
  const facts = await executor.facts();
  const { shell, remote, network } = executor.capabilities;
  return {
    python: facts.python,
    packages: facts.packages,
    imports: facts.imports,
    operatingSystem: shell || remote,
    network: network || remote,
    packagesAreAll: !remote && !network,
    files,
    defined: session === undefined ? [] : Object.keys(executor.defined?.(session) ?? {}),
  };
}
