import type { LoggedEvent } from "#domain/agent-event.ts";
import type { ExecutionResult, RunStatus } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { Settings } from "#domain/settings.ts";
import type { EvaluationReport } from "#evaluate/evaluation-report.ts";
import type { CallProblem, PackReport, PackVerdict } from "#library/port.ts";
import type { ExecutionLimits } from "#sandbox/port.ts";

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
  /** Hosts that the program may reach; absent or empty: none. */
  readonly allowHosts?: readonly string[];
  /** Bounds that this run has instead of the settings'. */
  readonly limits?: Partial<Pick<ExecutionLimits, "outputLimit" | "memoryMiB" | "fileLimit" | "fileMiB" | "messageLimit">>;
  /** Runs that name the same session go on in one interpreter. */
  readonly session?: string;
}

export interface ExecuteAnswer {
  readonly run: string;
  readonly result: ExecutionResult;
  /** Bytes of the files that the program made or changed. */
  readonly files: readonly WireFile[];
}

export interface CallRequest extends Pick<ExecuteRequest, "files" | "timeout" | "executor"> {
  /** Of the tool. */
  readonly name: string;
  readonly arguments: { readonly [parameter: string]: JsonValue };
  /** The pack that the tool is in; null for the library of this browser. */
  readonly pack: { readonly text: string; readonly fileName: string } | null;
}

export type CallAnswer =
  | ({ readonly ok: true } & ExecuteAnswer)
  /** The call could not be made: there is no such tool, or its arguments do not fit. */
  | { readonly ok: false; readonly problems: readonly CallProblem[] };

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
  /** How many programs may answer; absent keeps the setting. */
  readonly mode?: Settings["mode"];
  /** Programs that a mode which compares may make at most; absent keeps the setting. */
  readonly candidates?: number;
  readonly maxTokens: number | null;
  readonly temperature: number | null;
  readonly seed: number | null;
  /** Hosts that the programs may reach; absent or empty: none. */
  readonly allowHosts?: readonly string[];
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

export interface EvaluateRequest extends Pick<AskRequest, "engine" | "model" | "executor" | "timeout" | "attempts" | "maxTokens" | "seed"> {
  /** The suite's JSON text. */
  readonly suite: string;
  /** What it is called where it has no name. */
  readonly name: string;
  readonly mode: "fast" | "careful" | "thorough";
  /** Programs compared per task at most; null for the default. */
  readonly candidates: number | null;
  readonly baseline: boolean;
  /** A report to continue, or null. */
  readonly previous: EvaluationReport | null;
}

export type EvaluateAnswer = { readonly ok: true; readonly report: EvaluationReport } | { readonly ok: false; readonly fault: Fault };

/** What the `skep` command calls in the page, as `window.skep`. Arguments and answers are plain JSON. */
export interface Automation {
  readonly version: 1;
  execute(request: ExecuteRequest): Promise<ExecuteAnswer>;
  /** Calls a tool of a pack or of the library: a run like any other, without a model. */
  call(request: CallRequest): Promise<CallAnswer>;
  ask(request: AskRequest, onEvent: ((event: LoggedEvent) => void) | null): Promise<AskAnswer>;
  /** Names of the places where code can run. */
  executors(): readonly string[];
  /** Why a setting may not have a value here (it is none, or the installation has fixed another), as words that follow it; null when it may. */
  refusal(key: keyof Settings, value: unknown): string | null;
  /** Gives an executor the secret it needs, for this session only. Answers whether it can be one. */
  giveKey(executor: string, text: string): boolean;
  /** Runs a suite of tasks; `onReport` gets the report after every task. */
  evaluate(request: EvaluateRequest, onReport: ((report: EvaluationReport) => void) | null): Promise<EvaluateAnswer>;
  /** JSON Lines of one run's log, or of all (null). */
  log(run: string | null): Promise<string>;
  /** What the library's gates would say of each snippet of a pack; `onVerdict` gets each as it comes. */
  testPack(text: string, fileName: string, onVerdict: ((verdict: PackVerdict) => void) | null): Promise<PackReport>;
}
