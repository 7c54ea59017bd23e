/**
 * How a program for smolagents' interpreter travels through the sealed sandbox:
 *
 *   program     goes in as .skep/program.py, so that the packages it imports are found and loaded as usual
 *   driver      skep_smolagents.py runs it and writes .skep/outcome.json; its value is the run's value
 *   result      the sealed run's result, with the program's own error and exit code, without those files
 */
import type { DataFile } from "#domain/data-file.ts";
import type { Execution, ExecutionRequest } from "../port.ts";
import driver from "./skep_smolagents.py?raw";
import { outcomeError, readOutcome, type SmolagentsOutcome } from "./smolagents-outcome.ts";

export const NAME = "smolagents";
/** The distribution that the driver takes the interpreter from. */
export const PACKAGE = "smolagents";
const FOLDER = ".skep/";

/**
 * A request for the sealed sandbox that runs another one in smolagents' interpreter.
 * @param first whether the interpreter is a clean one: then the package is loaded and the driver laid out
 */
export function packed(request: ExecutionRequest, imports: readonly string[], first: boolean): ExecutionRequest {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const files: readonly DataFile[] = [
    ...request.files,
    { path: `${FOLDER}program.py`, bytes: encode(request.code) },
    { path: `${FOLDER}skep_smolagents.py`, bytes: encode(driver) },
  ];
  const code = [
    // A notebook's way to ask for a package, which the sandbox understands and Python does not see.
    ...(first ? [`%pip install ${PACKAGE}`] : []),
    "import sys",
    `sys.path.insert(0, ${JSON.stringify(FOLDER)})`,
    "import skep_smolagents",
    "del sys.path[0]",
    `skep_smolagents.run(${JSON.stringify(imports)}, undo=${request.undoOnError === true ? "True" : "False"})`,
  ].join("\n");
  return { ...request, code, files };
}

/** The program's own result, and what the driver tells of it; null when the program never came to an end. */
export function ownResult({ result, files }: Execution, code: string): { readonly execution: Execution; readonly outcome: SmolagentsOutcome | null } {
  const outcomeFile = files.find((file) => file.path === `${FOLDER}outcome.json`);
  const outcome = outcomeFile === undefined ? null : readOutcome(outcomeFile.bytes);
  const own = {
    ...result,
    files: result.files.filter((file) => !file.path.startsWith(FOLDER)),
    environment: { ...result.environment, executor: NAME },
    // Without an outcome the program never came to an end: places in the driver mean nothing to its author.
    error: result.error === null ? null : { ...result.error, frames: [], traceback: "" },
  };
  const kept = files.filter((file) => !file.path.startsWith(FOLDER));
  if (outcome === null || result.status !== "ok") return { execution: { result: own, files: kept }, outcome: null };
  const error = outcomeError(outcome, code);
  return { execution: { result: { ...own, status: outcome.exitCode === 0 ? "ok" : "error", exitCode: outcome.exitCode, error }, files: kept }, outcome };
}
