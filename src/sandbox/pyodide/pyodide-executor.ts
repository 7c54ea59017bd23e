import { pyodideCore } from "virtual:pyodide-core";
import type { AssetCatalogue } from "#assets/port.ts";
import type { ExecutionEnvironment, SessionState } from "#domain/execution-result.ts";
import type {
  DefinedNames,
  EnvironmentFacts,
  Execution,
  ExecutionProgress,
  ExecutionRequest,
  ExecutorCapabilities,
  ExecutorState,
  SealedExecutor,
} from "#sandbox/port.ts";
import type { PackageIndex } from "../package-index.ts";
import { DEFAULT_RUN_LIMITS, type RunLimits } from "../protocol/limits.ts";
import { AssetBroker } from "./asset-broker.ts";
import { buildResult, emptyResult, plainError } from "./build-result.ts";
import { compileInGuest } from "./compile-in-guest.ts";
import { describePyodide } from "./describe-pyodide.ts";
import type { Guest } from "./guest.ts";
import { GuestPool } from "./guest-pool.ts";
import { importNames } from "./known-imports.ts";
import { explainMissing, loadable, type PackageSources } from "./missing-module.ts";
import { OutputRecord } from "./output-record.ts";
import { type Attempt, type AttemptEnd, runAttempt } from "./run-attempt.ts";
import { limitsOf } from "./run-limits.ts";
import { sandboxAddress } from "./sandbox-address.ts";
import { type Session, Sessions } from "./sessions.ts";
import { importsFrozen } from "./snapshot-imports.ts";
import { SnapshotSource } from "./snapshot-source.ts";

export interface PyodideExecutorOptions {
  readonly catalogue: AssetCatalogue;
  /** Absolute address of the folder that holds the application. */
  readonly baseUrl: string;
  /** MiB of memory for the interpreter that is made ready before the first run says what it needs. */
  readonly memoryMiB?: number;
  /** Bounds that a request does not name: files, displays, messages. What is left out keeps its default. */
  readonly runLimits?: Partial<RunLimits>;
  /** Packages beyond those of this host; null or absent where there are none. */
  readonly index?: PackageIndex | null;
  /** Whether programs may ask for the network now. */
  readonly networkOpen?: () => boolean;
}

const NAME = "pyodide";
const DEFAULT_MEMORY_MIB = 1024;

/** Python in the sealed frame of this tab: a clean interpreter for each run or each session, no network, nothing of the page in reach. */
export function createPyodideExecutor(options: PyodideExecutorOptions): SealedExecutor {
  return new PyodideExecutor(options);
}

class PyodideExecutor implements SealedExecutor {
  readonly name = NAME;
  readonly #catalogue: AssetCatalogue;
  readonly #broker: AssetBroker;
  readonly #pool: GuestPool;
  readonly #runLimits: RunLimits;
  readonly #index: PackageIndex | null;
  readonly #networkOpen: () => boolean;
  readonly #sessions = new Sessions();
  readonly #listeners = new Set<(state: ExecutorState) => void>();
  #state: ExecutorState = { kind: "cold" };
  #running = 0;

  constructor({ catalogue, baseUrl, memoryMiB = DEFAULT_MEMORY_MIB, runLimits = {}, index = null, networkOpen = () => false }: PyodideExecutorOptions) {
    this.#index = index;
    this.#networkOpen = networkOpen;
    this.#catalogue = catalogue;
    this.#runLimits = { ...DEFAULT_RUN_LIMITS, ...runLimits };
    this.#broker = new AssetBroker(catalogue, baseUrl);
    const sandboxUrl = sandboxAddress(baseUrl);
    this.#pool = new GuestPool(this.#broker, new SnapshotSource(catalogue), sandboxUrl, memoryMiB, (message) => this.#become({ kind: "starting", message }));
  }

  get capabilities(): ExecutorCapabilities {
    return { state: true, files: true, packages: true, figures: true, network: this.#networkOpen(), shell: false, interrupt: true, remote: false };
  }

  get state(): ExecutorState {
    return this.#state;
  }

  subscribe(listener: (state: ExecutorState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  defined(session: string): DefinedNames | null {
    return this.#sessions.defined(session);
  }

  restart(session: string): void {
    this.#sessions.restart(session);
    this.#tell();
  }

  describe(session?: string): readonly string[] {
    const defined = session === undefined ? null : this.#sessions.defined(session);
    return describePyodide(pyodideCore.lockInfo.python ?? "", this.#packages(), this.#networkOpen(), defined ?? {});
  }

  async facts(): Promise<EnvironmentFacts> {
    await this.#index?.ready();
    return {
      executor: NAME,
      python: pyodideCore.lockInfo.python ?? "",
      packages: this.#packages(),
      imports: importNames(this.#catalogue),
      notes: this.#pool.problem === null ? [] : [`Interpreters start more slowly, because memory snapshots are not used: ${this.#pool.problem}.`],
    };
  }

  async prepare(): Promise<void> {
    const taken = await this.#pool.warmAll();
    if (taken.ok) this.#settle();
    else this.#fail(taken.message);
  }

  async compile(code: string): Promise<{ readonly message: string; readonly line: number; readonly column: number } | null> {
    const taken = await this.#pool.warm();
    if (!taken.ok) {
      this.#fail(taken.message);
      return null;
    }
    this.#settle();
    return compileInGuest(taken.guest, code);
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution> {
    const record = new OutputRecord(onProgress);
    const session = this.#sessions.claim(request.session);
    const continued = session !== null && this.#sessions.guestOf(session, request.limits.memoryMiB) !== null;
    this.#running += 1;
    try {
      const place = { session, record, onProgress, signal };
      let attempt = await this.#attempt(request, [], place);
      const missing = attempt === null ? [] : loadable(attempt, request.network ?? null, this.#sources());
      if (missing.length > 0) {
        record.restart();
        attempt = (await this.#attempt(request, missing, place)) ?? attempt;
      }
      if (attempt !== null) {
        const state = session === null ? null : { continued, kept: session.guest !== null };
        return await this.#resultOf(attempt, request, record, state);
      }
      return this.#notStarted(signal);
    } finally {
      if (session !== null) this.#sessions.release(session);
      this.#running -= 1;
      this.#settle();
    }
  }

  close(): void {
    this.#sessions.close();
    this.#pool.close();
    this.#become({ kind: "cold" });
  }

  /** One run in an interpreter of its own, or of its session. Null when there was none to run in, or Stop came first. */
  async #attempt(request: ExecutionRequest, preload: readonly string[], { session, record, onProgress, signal }: Place): Promise<AttemptEnd | null> {
    const kept = session === null ? null : this.#sessions.guestOf(session, request.limits.memoryMiB);
    // A session goes on: what its first program does not import, a later one may.
    const guest = kept ?? (await this.#take(request, session !== null || importsFrozen(request, preload, this.#broker), signal));
    if (guest === null) return null;
    const attempt = await this.#runIn(guest, request, { preload, keep: session !== null }, record, onProgress, signal);
    if (session !== null) this.#sessions.settle(session, guest, attempt);
    return attempt;
  }

  /** A clean interpreter. Null when there is none to be had, or Stop came first. */
  async #take({ limits }: ExecutionRequest, packages: boolean, signal: AbortSignal): Promise<Guest | null> {
    const taken = await unlessAborted(this.#pool.take(limits.memoryMiB, packages), signal);
    if (taken === null) return null;
    if (taken.ok) return taken.guest;
    this.#fail(taken.message);
    return null;
  }

  async #runIn(
    guest: Guest,
    request: ExecutionRequest,
    { preload, keep }: Pick<Attempt, "preload" | "keep">,
    record: OutputRecord,
    onProgress: (progress: ExecutionProgress) => void,
    signal: AbortSignal,
  ): Promise<AttemptEnd> {
    this.#become({ kind: "running" });
    const limits = limitsOf(request.limits, this.#runLimits);
    await this.#index?.ready();
    return runAttempt({ guest, request, limits, preload, keep, ...this.#sources(), record, onProgress, signal });
  }

  #sources(): PackageSources {
    return { broker: this.#broker, imports: importNames(this.#catalogue), index: this.#index };
  }

  #notStarted(signal: AbortSignal): Execution {
    if (signal.aborted) return emptyResult("aborted", plainError("SK-ABORTED", "Stopped before the program started."), this.#environment(null));
    const message = this.#state.kind === "failed" ? this.#state.message : "the sandbox was closed";
    return emptyResult("error", plainError("SK-SANDBOX", `The sandbox could not start: ${message}`), this.#environment(null));
  }

  async #resultOf(attempt: AttemptEnd, request: ExecutionRequest, record: OutputRecord, state: SessionState | null): Promise<Execution> {
    return explainMissing(attempt, await buildResult(attempt, request, record, this.#environment(attempt), state), this.#catalogue);
  }

  /** Versions of all that can be imported without a network, by distribution name. */
  #packages(): Readonly<Record<string, string>> {
    const here = Object.values(this.#catalogue.packages).map((entry) => [entry.name, entry.version]);
    return { ...this.#index?.remembered, ...Object.fromEntries(here) };
  }

  #environment(attempt: AttemptEnd | null): ExecutionEnvironment {
    const packages = attempt?.cause.kind === "done" ? attempt.cause.outcome.packages : {};
    return { executor: NAME, python: pyodideCore.lockInfo.python ?? "", packages };
  }

  #settle(): void {
    if (this.#state.kind !== "failed") this.#become(this.#running > 0 ? { kind: "running" } : { kind: "ready" });
  }

  #fail(message: string): void {
    const advice = "Reload the page. If it stays, check that the server delivers sandbox.html and the pyodide folder of this version.";
    this.#become({ kind: "failed", message, advice });
  }

  #become(state: ExecutorState): void {
    const same = state.kind === this.#state.kind && state.kind !== "starting" && state.kind !== "failed";
    if (same) return;
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.#state);
  }
}

/** What all attempts of one execution share. */
interface Place {
  readonly session: Session | null;
  readonly record: OutputRecord;
  readonly onProgress: (progress: ExecutionProgress) => void;
  readonly signal: AbortSignal;
}

/** A promise, or null as soon as the signal is aborted. An interpreter that arrives later is ended. */
async function unlessAborted(taking: ReturnType<GuestPool["take"]>, signal: AbortSignal): Promise<Awaited<ReturnType<GuestPool["take"]>> | null> {
  return new Promise((resolve) => {
    const abort = (): void => {
      resolve(null);
      void taking.then((taken) => (taken.ok ? taken.guest.terminate() : undefined));
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    void taking.then((taken) => {
      signal.removeEventListener("abort", abort);
      resolve(taken);
    });
  });
}
