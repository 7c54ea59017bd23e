import type { DataFile } from "#domain/data-file.ts";
import type { Display, ExecutionResult, OutputChunk } from "#domain/execution-result.ts";
import type { NetworkAnswer, NetworkRequest } from "#domain/network.ts";

/** What an executor can do; the prompt and the view adapt to it. */
export interface ExecutorCapabilities {
  /** Whether programs of one session share their variables; a run without a session always starts clean. */
  readonly state: boolean;
  readonly files: boolean;
  readonly packages: boolean;
  readonly figures: boolean;
  readonly network: boolean;
  readonly shell: boolean;
  readonly interrupt: boolean;
  /** Whether code and files leave this machine. */
  readonly remote: boolean;
}

export interface ExecutionLimits {
  /** Milliseconds for the program, loading of packages not counted. */
  readonly timeoutMs: number;
  /** Characters of stdout and stderr together. */
  readonly outputLimit: number;
  /** MiB of interpreter memory. */
  readonly memoryMiB: number;
  /** Files kept of those that the program made or changed; left out: the executor's own bound. */
  readonly fileLimit?: number;
  /** MiB of those files together. */
  readonly fileMiB?: number;
  /** Messages to the page, one for each piece of output and each display, before the run is ended. */
  readonly messageLimit?: number;
}

/** The network of one run: every request goes through it, whichever attempt makes it. */
export interface RunNetwork {
  /** Whether programs may ask for hosts at all; what is false here is refused without a question. */
  readonly open: boolean;
  /**
   * Fetches for the program if that is granted, asking the person where it must. Never throws.
   * @param watch is told of the request and its answer, and when the person is waited for
   * @param packages that are wanted from an index, for the question; none where the program itself asks
   */
  request(request: NetworkRequest, watch: NetworkWatch, signal: AbortSignal, packages?: readonly string[]): Promise<NetworkAnswer>;
}

export interface NetworkWatch {
  tell(event: Extract<ExecutionProgress, { readonly type: "network-ask" | "network-answer" }>): void;
  /** True while a person is asked: that time is not the program's. */
  waiting(waits: boolean): void;
}

export interface ExecutionRequest {
  readonly code: string;
  /** Laid into the working directory before the program starts. */
  readonly files: readonly DataFile[];
  readonly limits: ExecutionLimits;
  /** Absent or null: no network, whatever the program tries. */
  readonly network?: RunNetwork | null;
  /** Runs that name the same session share an interpreter, where the executor keeps state. Without one, the run starts clean. */
  readonly session?: string;
  /** Whether names that the program sets are taken back when it fails; objects that it changed in place stay changed. */
  readonly undoOnError?: boolean;
}

/** Name to type of what the runs of a session have defined so far. */
export type DefinedNames = Readonly<Record<string, string>>;

/** What happens while a program runs, in order. */
export type ExecutionProgress =
  | {
      readonly type: "package-load";
      readonly names: readonly string[];
      readonly state: "start" | "progress" | "end" | "error";
      readonly message: string;
      readonly durationMs: number | null;
    }
  | ({ readonly type: "output" } & OutputChunk)
  | { readonly type: "display"; readonly display: Display }
  | { readonly type: "network-ask"; readonly host: string; readonly url: string; readonly method: string; readonly bodyBytes: number }
  | {
      readonly type: "network-answer";
      readonly host: string;
      readonly granted: boolean;
      /** Status and size of the answer, or why there is none. */
      readonly outcome: string;
    };

/** An execution's result with the bytes of the files that the program made or changed. */
export interface Execution {
  readonly result: ExecutionResult;
  readonly files: readonly DataFile[];
}

/** How one program of a session ended, as the executor's own agent observes it. */
export interface StepOutcome {
  /** Whether the program gave its answer with `final_answer`: the run's value is that answer. */
  readonly finalAnswer: boolean;
  /** What it printed, with the executor's own cuts. */
  readonly logs: string;
  /** The value of its last statement as text; `None` where there is none. */
  readonly lastOutput: string;
  /** The failure in the executor's own words; null when the program ended well. */
  readonly error: string | null;
}

export interface StepExecution extends Execution {
  readonly step: StepOutcome;
}

/** Programs that follow each other, such as the steps of an agent: what one defines and writes, the next finds. */
export interface ProgramSession {
  /** Whether what earlier programs left is still there: false before the first, and after one that had to be ended. */
  readonly alive: boolean;
  /**
   * Runs the next program. Files of the request are those that the session began with; the result's files are what differs from them by now.
   * @param signal Stop, as for a single run; what earlier programs left is gone then
   */
  execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<StepExecution>;
  /** Ends the interpreter, unless it belongs to a session that others go on in. */
  close(): void;
}

export interface EnvironmentFacts {
  readonly executor: string;
  /** Version of Python, such as `3.14.2`. */
  readonly python: string;
  /** Packages that an import can load, by distribution name, with versions. */
  readonly packages: Readonly<Record<string, string>>;
  /** Import name to distribution name, where they differ or are known, such as `PIL` to `pillow`. */
  readonly imports: Readonly<Record<string, string>>;
  /** What a person should know of this place, in sentences; absent or empty when there is nothing. */
  readonly notes?: readonly string[];
}

export type ExecutorState =
  | { readonly kind: "cold" }
  | { readonly kind: "starting"; readonly message: string }
  | { readonly kind: "ready" }
  | { readonly kind: "running" }
  | { readonly kind: "failed"; readonly message: string; readonly advice: string };

/** A secret that an executor needs: given by the person for this session, in memory only, never stored, logged or exported. */
export interface ExecutorKey {
  /** What it is, such as `E2B API key`. */
  readonly label: string;
  readonly present: boolean;
  /** @returns whether the text can be such a key */
  set(text: string): boolean;
  forget(): void;
}

/**
 * Runs Python somewhere. Expected failures (an exception in the program, a limit, Stop, a sandbox that cannot start)
 * are results with a status, never throws.
 */
export interface Executor {
  readonly name: string;
  readonly capabilities: ExecutorCapabilities;
  /** Absent where no secret is needed. */
  readonly key?: ExecutorKey;
  /** What a person should know of this place before running there, in sentences that need no start to be known. */
  readonly notes?: readonly string[];
  /**
   * What prompts may say about this place: written beside the code that gives it, one line each, without promises it cannot keep.
   * @param session of the run to come, if it has one
   */
  describe(session?: string): readonly string[];
  /** What a session has defined, or null when its next run starts clean. Absent where no state is kept. */
  defined?(session: string): DefinedNames | null;
  /** Ends a session: its next run starts clean. */
  restart?(session: string): void;
  /** Python version and packages; starts the executor when it is cold. */
  facts(): Promise<EnvironmentFacts>;
  /** Makes a clean interpreter ready ahead of a run. Safe to call at any time. */
  prepare(): Promise<void>;
  /**
   * Compiles the code without running it.
   * @returns null when it compiles, else the first syntax error, line and column 1-based.
   */
  compile(code: string): Promise<{ readonly message: string; readonly line: number; readonly column: number } | null>;
  /**
   * Runs a program: in a clean interpreter, or in that of its session.
   * @param signal Stop: the run ends within a second with status `aborted` and keeps its output so far.
   */
  execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution>;
  /**
   * Present where an agent's steps can follow each other and end with `final_answer`. Starts nothing before its first program.
   * @param session whose interpreter the steps go on in, as runs that name it do; without one they have an interpreter of their own
   */
  openSession?(session?: string): ProgramSession;
  readonly state: ExecutorState;
  /** Calls back on each change of `state`; returns its own undo. */
  subscribe(listener: (state: ExecutorState) => void): () => void;
  close(): void;
}

/** The sealed sandbox, which other executors run in: it keeps the sessions that theirs are made of. */
export type SealedExecutor = Executor & Required<Pick<Executor, "defined" | "restart">>;
