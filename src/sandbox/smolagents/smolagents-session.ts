import type { DataFile } from "#domain/data-file.ts";
import type { ExecutionProgress, ExecutionRequest, ProgramSession, StepExecution } from "../port.ts";
import { fileChanges } from "../remote/file-changes.ts";
import type { SmolagentsPrograms } from "./smolagents-programs.ts";

/**
 * Steps of one task in one LocalPythonExecutor: its variables stay from step to step. Each step's files are all that differ from
 * those that the task began with, so the last step has what the earlier ones made, too.
 */
export class SmolagentsSession implements ProgramSession {
  readonly #programs: SmolagentsPrograms;
  readonly #name: string;
  /** Whether others go on in its interpreter, before it and after it. */
  readonly #shared: boolean;
  /** The working directory as the host knows it; laid out again when the interpreter was lost. */
  #files: ReadonlyMap<string, DataFile> | null = null;

  /** @param session that the steps go on in; undefined for an interpreter of their own */
  constructor(programs: SmolagentsPrograms, session: string | undefined) {
    this.#programs = programs;
    this.#name = session ?? `steps ${crypto.randomUUID()}`;
    this.#shared = session !== undefined;
  }

  get alive(): boolean {
    return this.#programs.defined(this.#name) !== null;
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<StepExecution> {
    const files = new Map(this.#files ?? request.files.map((file) => [file.path, file]));
    const step = { ...request, files: [...files.values()], session: this.#name };
    const { execution, outcome } = await this.#programs.run(step, onProgress, signal);
    for (const file of execution.files) files.set(file.path, file);
    for (const { path, change } of execution.result.files) if (change === "deleted") files.delete(path);
    this.#files = files;
    const gone = request.files.map((file) => file.path).filter((path) => !files.has(path));
    const { changes, files: written } = await fileChanges(request.files, [...files.values()], gone);
    const { state, ...result } = execution.result;
    const { error } = result;
    return {
      // That the steps of one task share their state needs no telling.
      result: { ...result, files: changes, ...(this.#shared && state !== undefined ? { state } : {}) },
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
    if (!this.#shared) this.#programs.restart(this.#name);
  }
}
