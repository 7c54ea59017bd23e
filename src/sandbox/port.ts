import type { DataFile } from "#domain/data-file.ts";
import type { Display, ExecutionResult, OutputChunk } from "#domain/execution-result.ts";

/** What an executor can do; the prompt and the view adapt to it. */
export interface ExecutorCapabilities {
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
}

export interface ExecutionRequest {
  readonly code: string;
  /** Laid into the working directory before the program starts. */
  readonly files: readonly DataFile[];
  readonly limits: ExecutionLimits;
}

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
  | { readonly type: "display"; readonly display: Display };

/** An execution's result with the bytes of the files that the program made or changed. */
export interface Execution {
  readonly result: ExecutionResult;
  readonly files: readonly DataFile[];
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
  /** What prompts may say about this place: written beside the code that gives it, one line each, without promises it cannot keep. */
  describe(): readonly string[];
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
   * Runs a program in a clean interpreter.
   * @param signal Stop: the run ends within a second with status `aborted` and keeps its output so far.
   */
  execute(request: ExecutionRequest, onProgress: (progress: ExecutionProgress) => void, signal: AbortSignal): Promise<Execution>;
  readonly state: ExecutorState;
  /** Calls back on each change of `state`; returns its own undo. */
  subscribe(listener: (state: ExecutorState) => void): () => void;
  close(): void;
}
