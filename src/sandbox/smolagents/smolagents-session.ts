import type { DataFile } from "#domain/data-file.ts";
import type { ExecutionProgress, ExecutionRequest, KeptInterpreter, ProgramSession, StepExecution } from "../port.ts";
import { fileChanges } from "../remote/file-changes.ts";
import { ownResult, packed } from "./smolagents-program.ts";

/**
 * Steps of one task in one LocalPythonExecutor: its variables stay from step to step. Each step's files are all that differ from
 * those that the session began with, so the last step has what the earlier ones made, too.
 */
export class SmolagentsSession implements ProgramSession {
  readonly #interpreter: KeptInterpreter;
  readonly #imports: readonly string[];
  /** The working directory as the host knows it; laid out again when the interpreter was lost. */
  #files: ReadonlyMap<string, DataFile> | null = null;

  /** @param imports authorised beside the package's own list, for the whole session */
  constructor(interpreter: KeptInterpreter, imports: readonly string[]) {
    this.#interpreter = interpreter;
    this.#imports = imports;
  }

  get alive(): boolean {
    return this.#interpreter.alive;
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<StepExecution> {
    const files = new Map(this.#files ?? request.files.map((file) => [file.path, file]));
    const step = packed({ ...request, files: [...files.values()] }, this.#imports, !this.#interpreter.alive);
    const { execution, outcome } = ownResult(await this.#interpreter.execute(step, onProgress, signal), request.code);
    for (const file of execution.files) files.set(file.path, file);
    for (const { path, change } of execution.result.files) if (change === "deleted") files.delete(path);
    this.#files = files;
    const gone = request.files.map((file) => file.path).filter((path) => !files.has(path));
    const { changes, files: written } = await fileChanges(request.files, [...files.values()], gone);
    const { error } = execution.result;
    return {
      result: { ...execution.result, files: changes },
      files: written,
      step: {
        finalAnswer: outcome?.isFinalAnswer ?? false,
        logs: outcome?.logs ?? "",
        lastOutput: outcome?.lastOutput ?? "None",
        error: error === null ? null : error.traceback || `${error.name}${error.message === "" ? "" : `: ${error.message}`}`,
      },
    };
  }

  close(): void {
    this.#interpreter.close();
  }
}
