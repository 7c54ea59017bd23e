import type { LoggedEvent } from "#domain/agent-event.ts";
import type { ExecutionResult, RunStatus } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";

/** A file on its way between the command and the page: bytes as base64, since only JSON crosses. */
export interface WireFile {
  readonly path: string;
  readonly base64: string;
}

export interface ExecuteRequest {
  readonly code: string;
  readonly files: readonly WireFile[];
  /** Seconds; null keeps the setting. */
  readonly timeout: number | null;
  readonly executor: string | null;
}

export interface ExecuteAnswer {
  readonly run: string;
  readonly result: ExecutionResult;
  /** Bytes of the files that the program made or changed. */
  readonly files: readonly WireFile[];
}

export interface AskRequest {
  readonly task: string;
  readonly files: readonly WireFile[];
  /** Null lets the page choose as it does for a person. */
  readonly engine: string | null;
  /** A catalogue id, or the URL of a GGUF on this host; null for the engine's default. */
  readonly model: string | null;
  readonly executor: string | null;
  /** Seconds per execution; null keeps the setting. */
  readonly timeout: number | null;
  readonly attempts: number | null;
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly seed: number | null;
}

export interface AskAnswer {
  readonly run: string | null;
  readonly status: RunStatus;
  readonly result: ExecutionResult | null;
  readonly code: string | null;
  readonly attempts: number;
  readonly model: { readonly engine: string; readonly model: string; readonly demo: boolean } | null;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** Tokens per second while decoding, or null. */
  readonly decodeRate: number | null;
  readonly fault: Fault | null;
  readonly files: readonly WireFile[];
}

/** What the `skep` command calls in the page, as `window.skep`. Arguments and answers are plain JSON. */
export interface Automation {
  readonly version: 1;
  execute(request: ExecuteRequest): Promise<ExecuteAnswer>;
  ask(request: AskRequest, onEvent: ((event: LoggedEvent) => void) | null): Promise<AskAnswer>;
  /** Gives an executor the secret it needs, for this session only. Answers whether it can be one. */
  giveKey(executor: string, text: string): boolean;
  /** JSON Lines of one run's log, or of all (null). */
  log(run: string | null): Promise<string>;
}
