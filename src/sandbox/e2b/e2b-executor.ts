import type { Result, Sandbox } from "@e2b/code-interpreter";
import * as v from "valibot";
import type { DataFile, FileChange } from "#domain/data-file.ts";
import type { Display, ExecutionEnvironment, LimitHit } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";
import type { EnvironmentFacts, Execution, ExecutionProgress, ExecutionRequest, Executor, ExecutorCapabilities, ExecutorState } from "../port.ts";
import { BoundedOutput } from "../remote/bounded-output.ts";
import { ExecutorStatus } from "../remote/executor-status.ts";
import { fileChanges } from "../remote/file-changes.ts";
import { faultError, toExecution } from "../remote/outcome.ts";
import { untilAborted } from "../remote/until-aborted.ts";
import { E2B_DESCRIPTION, E2B_NOTES } from "./describe-e2b.ts";
import { mimeBundle } from "./e2b-displays.ts";
import { type KernelError, ownStderr, readKernelError } from "./e2b-error.ts";
import { e2bFault, NO_KEY, tooLong } from "./e2b-fault.ts";
import { E2bRun } from "./e2b-run.ts";
import { type E2bOptions, E2bSession } from "./e2b-session.ts";
import type { SessionKey } from "./session-key.ts";

const NAME = "e2b";
/** A browser refuses a longer body in the kind of request that the SDK makes; the rest of the JSON needs some of it. */
const CODE_BYTES = 60_000;
const FactsSchema = v.object({ python: v.string(), packages: v.record(v.string(), v.string()), imports: v.record(v.string(), v.string()) });

export interface E2bExecutorOptions extends E2bOptions {
  /** Checks Python's syntax on this machine: before a run is approved, nothing may leave it. */
  readonly compile: Executor["compile"];
}

const E2B_CAPABILITIES: ExecutorCapabilities = {
  state: false,
  files: true,
  packages: true,
  figures: true,
  network: true,
  shell: true,
  interrupt: true,
  remote: true,
};

/** What a cell came to, before it is a result. */
interface Cell {
  readonly output: BoundedOutput;
  readonly displays: Display[];
  main: Result | null;
  cut: boolean;
  error: KernelError | null;
  fault: Fault | null;
  durationMs: number;
}

/** Runs programs in an E2B cloud sandbox that lives as long as the session uses it. */
export class E2bExecutor implements Executor {
  readonly name = NAME;
  readonly capabilities = E2B_CAPABILITIES;
  readonly notes = E2B_NOTES;
  readonly key: SessionKey;
  readonly #options: E2bExecutorOptions;
  readonly #session: E2bSession;
  readonly #status = new ExecutorStatus();
  readonly #closed = new AbortController();
  #facts: EnvironmentFacts | null = null;

  constructor(options: E2bExecutorOptions) {
    this.#options = options;
    this.key = options.key;
    this.#session = new E2bSession(options);
  }

  get state(): ExecutorState {
    return this.#status.state;
  }

  subscribe(listener: (state: ExecutorState) => void): () => void {
    return this.#status.subscribe(listener);
  }

  describe(): readonly string[] {
    return E2B_DESCRIPTION;
  }

  /** Known after the first run: asking before would make a sandbox, which costs. Until then the version is the empty string. */
  async facts(): Promise<EnvironmentFacts> {
    return this.#facts ?? { executor: NAME, python: "", packages: {}, imports: {} };
  }

  /** Loads the SDK. No sandbox is made before a run. */
  async prepare(): Promise<void> {
    if (this.#options.key.get() === null) return this.#settle(NO_KEY);
    await this.#options.load();
    this.#settle(null);
  }

  /** Checked on this machine, which knows a notebook's lines (`!ls`, `%timeit`) too. */
  compile(code: string): ReturnType<Executor["compile"]> {
    return this.#options.compile(code);
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution> {
    const bytes = new TextEncoder().encode(JSON.stringify(request.code)).byteLength;
    if (bytes > CODE_BYTES) return this.#failed(tooLong(bytes));
    this.#status.set({ kind: "starting", message: this.#session.open ? "Connecting to the E2B sandbox" : "Starting an E2B sandbox" });
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const session = await untilAborted(this.#session.use(request.limits.timeoutMs), stop);
    if (session === null) return this.#aborted();
    if (!session.value.ok) return this.#failed(session.value.fault);
    const run = new E2bRun(session.value.sandbox);
    try {
      const laid = await untilAborted(this.#open(run, request.files), stop);
      if (laid === null) return this.#aborted();
      this.#status.set({ kind: "running" });
      const deadline = AbortSignal.timeout(request.limits.timeoutMs);
      const cell = await this.#run(run, request, onProgress, AbortSignal.any([stop, deadline]));
      return await this.#finish(run, request, cell, stop);
    } catch (thrown) {
      return this.#failed(e2bFault(thrown));
    } finally {
      void run.clear();
    }
  }

  close(): void {
    this.#closed.abort();
    void this.#session.end();
  }

  async #open(run: E2bRun, files: readonly DataFile[]): Promise<void> {
    await run.lay(files);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FactsSchema), await run.open());
    if (parsed.success) this.#facts = { executor: NAME, ...parsed.output };
  }

  async #run(run: E2bRun, request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Cell> {
    const output = new BoundedOutput(request.limits.outputLimit);
    const cell: Cell = { output, displays: [], main: null, cut: false, error: null, fault: null, durationMs: 0 };
    const started = performance.now();
    const listener = {
      output: (stream: "stdout" | "stderr", text: string) => {
        const shown = output.write(stream, stream === "stderr" ? ownStderr(text) : text);
        if (shown !== null) onProgress({ type: "output", ...shown });
      },
      result: (result: Result) => {
        if (result.isMainResult) {
          cell.main = result;
          return;
        }
        const display = { data: mimeBundle(result), metadata: {} };
        cell.displays.push(display);
        onProgress({ type: "display", display });
      },
    };
    try {
      Object.assign(cell, await run.cell(request.code, listener, signal));
    } catch (thrown) {
      cell.fault = e2bFault(thrown);
    }
    cell.durationMs = performance.now() - started;
    return cell;
  }

  async #finish(run: E2bRun, request: ExecutionRequest, cell: Cell, stop: AbortSignal): Promise<Execution> {
    const files = await this.#collect(run, request.files, cell, stop);
    const read = cell.error === null ? { exitCode: 0, error: null } : readKernelError(cell.error, request.code, run.folder);
    const stopped = cell.cut && stop.aborted;
    const fault = cell.fault ?? files.fault;
    const status = stopped ? "aborted" : cell.cut ? "timeout" : fault !== null || read.exitCode !== 0 ? "error" : "ok";
    const wall: LimitHit | null = status === "timeout" ? { name: "wall-time", kept: "output and files so far" } : null;
    this.#settle(fault);
    return toExecution({
      status,
      exitCode: cell.cut || cell.fault !== null ? null : read.exitCode,
      output: cell.output.chunks(),
      displays: cell.displays,
      result: cell.main === null ? null : { data: mimeBundle(cell.main) },
      changes: files.changes,
      files: files.files,
      error: cell.cut ? null : fault !== null && read.error === null ? faultError(fault) : read.error,
      limit: wall ?? cell.output.limit(),
      durationMs: cell.durationMs,
      environment: this.#environment(),
    });
  }

  /** Files of a run that Stop ended or that lost its connection are not waited for. */
  async #collect(
    run: E2bRun,
    given: readonly DataFile[],
    cell: Cell,
    stop: AbortSignal,
  ): Promise<{ readonly changes: readonly FileChange[]; readonly files: readonly DataFile[]; readonly fault: Fault | null }> {
    const none = { changes: [], files: [], fault: null };
    if (stop.aborted || cell.fault !== null) return none;
    try {
      const collected = await untilAborted(run.collect(given), stop);
      if (collected === null) return none;
      return { ...(await fileChanges(given, collected.value.written, collected.value.deleted)), fault: null };
    } catch (thrown) {
      return { ...none, fault: e2bFault(thrown) };
    }
  }

  #failed(fault: Fault): Execution {
    this.#settle(fault);
    return toExecution({ status: "error", exitCode: null, error: faultError(fault), durationMs: 0, environment: this.#environment() });
  }

  #aborted(): Execution {
    this.#settle(null);
    return toExecution({ status: "aborted", exitCode: null, durationMs: 0, environment: this.#environment() });
  }

  #settle(fault: Fault | null): void {
    this.#status.set(fault === null ? { kind: "ready" } : { kind: "failed", message: fault.message, advice: fault.advice });
  }

  #environment(): ExecutionEnvironment {
    return { executor: NAME, python: this.#facts?.python ?? "", packages: {} };
  }
}

/** Loads E2B's own SDK, on demand. */
export function loadE2b(): Promise<{ readonly Sandbox: typeof Sandbox }> {
  return import("@e2b/code-interpreter");
}
