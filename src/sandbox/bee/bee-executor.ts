import type { DataFile } from "#domain/data-file.ts";
import type { Display, ExecutionEnvironment, LimitHit } from "#domain/execution-result.ts";
import type { EnvironmentFacts, Execution, ExecutionProgress, ExecutionRequest, Executor, ExecutorCapabilities, ExecutorState } from "../port.ts";
import { BoundedOutput } from "../remote/bounded-output.ts";
import { ExecutorStatus } from "../remote/executor-status.ts";
import { exitError } from "../remote/exit-error.ts";
import { fileChanges } from "../remote/file-changes.ts";
import { faultError, toExecution } from "../remote/outcome.ts";
import { readTraceback } from "../remote/python-traceback.ts";
import { USER_FILE } from "../remote/user-file.ts";
import { waitBriefly } from "../remote/wait-briefly.ts";
import type { BeeExecuteAnswer } from "./bee-answers.ts";
import type { BeeClient } from "./bee-client.ts";
import { factsProgram, readFacts } from "./bee-facts.ts";
import type { BeeFault } from "./bee-fault.ts";
import { BeeFiles } from "./bee-files.ts";
import { BEE_DESCRIPTION, BEE_NOTES } from "./describe-bee.ts";
import { mayBeCommand } from "./may-be-command.ts";

const NAME = "bee";
/** Files that the service itself writes where Python would show a window, unless the program names them. */
const SHOWN_FILES = ["plot.png", "image.png"];
/** How long a finished run waits for the service's Python version, which is asked once a session. */
const FACTS_WAIT_MS = 3000;
/** How long anyone waits for it at all: a machine may have to start first. */
const FACTS_TIMEOUT_MS = 30_000;
/** A tool that the service parses in its own process: the cheapest question that only a bee-code-interpreter answers. */
const PROBE = "def probe() -> int:\n    return 1\n";

const BEE_CAPABILITIES: ExecutorCapabilities = {
  state: false,
  files: true,
  packages: true,
  figures: true,
  network: true,
  shell: true,
  interrupt: false,
  remote: true,
};

/** Runs programs on a bee-code-interpreter service, each in a fresh machine. */
export class BeeExecutor implements Executor {
  readonly name = NAME;
  readonly capabilities = BEE_CAPABILITIES;
  readonly notes = BEE_NOTES;
  readonly #client: BeeClient;
  readonly #compile: Executor["compile"];
  readonly #files: BeeFiles;
  readonly #status = new ExecutorStatus();
  readonly #closed = new AbortController();
  #facts: EnvironmentFacts | null = null;
  #factsAsked: Promise<void> | null = null;

  /** @param compile checks Python's syntax on this machine: before a run is approved, nothing may leave it */
  constructor(client: BeeClient, compile: Executor["compile"]) {
    this.#client = client;
    this.#compile = compile;
    this.#files = new BeeFiles(client);
  }

  get state(): ExecutorState {
    return this.#status.state;
  }

  subscribe(listener: (state: ExecutorState) => void): () => void {
    return this.#status.subscribe(listener);
  }

  describe(): readonly string[] {
    return BEE_DESCRIPTION;
  }

  /** Asks the service once; until it answers, Python's version is unknown (the empty string) and the packages are none. */
  async facts(): Promise<EnvironmentFacts> {
    this.#factsAsked ??= this.#askFacts();
    await this.#factsAsked;
    return this.#facts ?? { executor: NAME, python: "", packages: {}, imports: {} };
  }

  /** Asks whether the service is there. Sends nothing of the person's. */
  async prepare(): Promise<void> {
    if (this.state.kind === "ready" || this.state.kind === "running") return;
    this.#status.set({ kind: "starting", message: "Asking the bee-code-interpreter service" });
    const answer = await this.#client.parseTool(PROBE, this.#closed.signal);
    // A run may have begun meanwhile: its own end is what counts then.
    if (this.state.kind === "starting") this.#settle(answer.ok ? null : answer.fault);
  }

  /** The service's shell takes lines that Python does not: an error at what may be a command is left to the run. */
  async compile(code: string): ReturnType<Executor["compile"]> {
    const error = await this.#compile(code);
    return error !== null && mayBeCommand(code.split("\n")[error.line - 1] ?? "") ? null : error;
  }

  async execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution> {
    this.#status.set({ kind: "running" });
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const uploaded = await this.#files.upload(request.files, stop);
    if (!uploaded.ok) return this.#fail(uploaded.fault, 0, null);
    // Asked beside the first run, so that its result can name the version.
    const facts = this.facts();
    const started = performance.now();
    const deadline = AbortSignal.timeout(request.limits.timeoutMs);
    let answer = await this.#client.execute(request.code, uploaded.value, AbortSignal.any([stop, deadline]));
    if (!answer.ok && isForgotten(answer.fault)) {
      this.#files.forget();
      const again = await this.#files.upload(request.files, stop);
      answer = again.ok ? await this.#client.execute(request.code, again.value, AbortSignal.any([stop, deadline])) : again;
    }
    const durationMs = performance.now() - started;
    if (!answer.ok) return this.#fail(answer.fault, durationMs, deadline.aborted && !stop.aborted ? request.limits.timeoutMs : null);
    await waitBriefly(facts, stop, FACTS_WAIT_MS);
    return this.#finish(request, answer.value, durationMs, onProgress, stop);
  }

  close(): void {
    this.#closed.abort();
  }

  async #askFacts(): Promise<void> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(FACTS_TIMEOUT_MS)]);
    const answer = await this.#client.execute(factsProgram(), {}, signal);
    this.#facts = answer.ok ? readFacts(answer.value.stdout) : null;
    if (this.#facts === null) this.#factsAsked = null;
  }

  async #finish(
    request: ExecutionRequest,
    answer: BeeExecuteAnswer,
    durationMs: number,
    onProgress: (progress: ExecutionProgress) => void,
    stop: AbortSignal,
  ): Promise<Execution> {
    const ended = answer.exit_code === 0 ? { written: answer.stderr, error: null } : readTraceback(answer.stderr, request.code, fileName);
    const output = new BoundedOutput(request.limits.outputLimit);
    for (const [stream, text] of [["stdout", answer.stdout] as const, ["stderr", ended.written] as const]) {
      const shown = output.write(stream, text);
      if (shown !== null) onProgress({ type: "output", ...shown });
    }
    const downloaded = await this.#files.download(answer.files, stop);
    const returned = downloaded.ok ? downloaded.value : [];
    const own = returned.filter((file) => !isShown(file, request.code));
    const { changes, files } = await fileChanges(request.files, own, []);
    const displays = returned.filter((file) => SHOWN_FILES.includes(file.path)).map(figure);
    for (const display of displays) onProgress({ type: "display", display });
    const killed = answer.exit_code < 0;
    const lost = downloaded.ok ? null : filesLost(answer, downloaded.fault);
    this.#settle(downloaded.ok || downloaded.fault.kind === "aborted" ? null : downloaded.fault);
    return toExecution({
      status: lost !== null && stop.aborted ? "aborted" : lost === null && answer.exit_code === 0 ? "ok" : "error",
      exitCode: killed ? null : answer.exit_code,
      output: output.chunks(),
      displays,
      changes,
      files,
      error: killed ? KILLED : (ended.error ?? (answer.exit_code > 0 ? exitError(answer.exit_code) : (lost?.error ?? null))),
      limit: output.limit() ?? lost?.limit ?? null,
      durationMs,
      environment: this.#environment(),
    });
  }

  /** @param ourLimitMs the request's limit when that ended the run, else null */
  #fail(fault: BeeFault, durationMs: number, ourLimitMs: number | null): Execution {
    const timedOut = ourLimitMs !== null || fault.kind === "timeout";
    this.#settle(timedOut || fault.kind === "aborted" || fault.kind === "invalid" ? null : fault);
    const limit: LimitHit | null = timedOut
      ? { name: "wall-time", kept: "the input files; the service returns no output of a run that it did not finish" }
      : null;
    return toExecution({
      status: timedOut ? "timeout" : fault.kind === "aborted" ? "aborted" : "error",
      exitCode: null,
      error: timedOut || fault.kind === "aborted" ? null : faultError(fault.fault),
      limit,
      durationMs,
      environment: this.#environment(),
    });
  }

  #settle(fault: BeeFault | null): void {
    if (fault === null || fault.kind === "aborted") this.#status.set({ kind: "ready" });
    else this.#status.set({ kind: "failed", message: fault.fault.message, advice: fault.fault.advice });
  }

  #environment(): ExecutionEnvironment {
    return { executor: NAME, python: this.#facts?.python ?? "", packages: {} };
  }
}

const KILLED = {
  name: "SK-KILLED",
  message: "The service's machine ended the program, most likely because it used too much memory. Use less data at a time.",
  frames: [],
  traceback: "",
};

/** The script lies in a folder of its own under a name that changes; files of the person are in the workspace. */
function fileName(file: string): string | null {
  if (/(?:^|\/)script\.(?:xsh|py)$/.test(file)) return USER_FILE;
  return /(?:^|\/)workspace\/(.+)$/.exec(file)?.[1] ?? null;
}

function isShown(file: DataFile, code: string): boolean {
  return SHOWN_FILES.includes(file.path) && !code.includes(file.path);
}

function figure(file: DataFile): Display {
  return { data: { "image/png": base64(file.bytes) }, metadata: {} };
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function isForgotten(fault: BeeFault): boolean {
  return fault.kind === "failed" && fault.detail.startsWith("File not found: ");
}

/** The program ran, but what it wrote could not be fetched: its output is kept and the loss is named. */
function filesLost(answer: BeeExecuteAnswer, fault: BeeFault): { error: ReturnType<typeof faultError> | null; limit: LimitHit | null } {
  const names = Object.keys(answer.files).join(", ");
  if (fault.kind === "aborted") return { error: null, limit: { name: "files", kept: `the output; not fetched: ${names}` } };
  return { error: faultError(fault.fault), limit: { name: "files", kept: `the output; lost: ${names}` } };
}
