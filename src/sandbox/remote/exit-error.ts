import type { RunError } from "#domain/execution-result.ts";

/** What a program that ended itself with a code other than 0 is told to be. */
export function exitError(exitCode: number): RunError {
  return { name: "SystemExit", message: `the program ended itself with exit code ${exitCode}`, frames: [], traceback: "" };
}
