import type { FileChange, FileReference } from "./data-file.ts";
import type { Display, ExecutionResult, LimitHit, MimeBundle, OutputChunk, RunError, RunStatus, SessionState } from "./execution-result.ts";
import type { Fault } from "./fault.ts";

/** One thing that a check found in code or in a reply. */
export interface CheckFinding {
  /** Which check, such as `syntax`, `forbidden-import`, `undefined-name`. */
  readonly check: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** The fix in one line, as it is said to the model. */
  readonly fix: string;
  /** 1-based line and column in the code; null when the finding has no place. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Which engine and model wrote the code. `demo` marks recorded replies: they are never a model's. */
export interface ModelIdentity {
  readonly engine: string;
  /** Its id in the catalogue. */
  readonly model: string;
  /** As its publisher names it, with its size; absent where the id is the name. */
  readonly name?: string;
  readonly demo: boolean;
}

export interface TokenUsage {
  /** The whole prompt, with what was reused of an earlier one. */
  readonly promptTokens: number;
  /** Part of `promptTokens` that was still in the model's memory and not read again; left out when the engine does not tell. */
  readonly cachedTokens?: number;
  readonly completionTokens: number;
  /** Tokens per second while decoding; null when the engine does not tell. */
  readonly decodeRate: number | null;
  readonly prefillRate: number | null;
}

/** A ranked snippet of the library. */
export interface MatchCandidate {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly score: number;
}

/** Attempts that gave the same answer. */
export interface AnswerGroup {
  /** The beginning of the answer as its first attempt showed it. */
  readonly text: string;
  readonly attempts: readonly number[];
  /** Votes: less than one each for answers that no program computed. */
  readonly weight: number;
}

/** The number under which the choice of a tool is asked for and answered: it comes before the attempts. */
export const TOOL_CHOICE = 0;

/** What each type of event carries: its `data`. Attempts are numbered from 1; `generate-*` of `TOOL_CHOICE` is the choice of a tool. */
export interface AgentEventData {
  "run-start": {
    readonly kind: "task" | "code";
    readonly task: string;
    readonly files: readonly FileReference[];
    readonly executor: string;
    /** `kept`: its programs go on with what earlier runs of the session left; absent: each starts clean. */
    readonly state?: "kept";
    readonly model: ModelIdentity | null;
    readonly seed: number | null;
    readonly attemptLimit: number;
    /** How the task is worked on, where it is not Skep's own loop: attempts are then the steps of CodeAgent. */
    readonly loop?: "code-agent";
  };
  "match-end": {
    readonly candidates: readonly MatchCandidate[];
    /** The snippet that is used instead of writing code, or null. */
    readonly chosen: string | null;
    readonly threshold: number;
    readonly reason: string;
  };
  "generate-start": {
    readonly attempt: number;
    /** SHA-256 over the version of the prompts and the messages. */
    readonly promptHash: string;
    /** Which wording of the prompts it was; left out by logs from before it was told. */
    readonly promptVersion?: number;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly temperature: number;
    /** How much the old text was to be avoided; left out where not at all. */
    readonly penalty?: number;
  };
  /** The reply so far since the last delta; deltas are stored joined. */
  "generate-delta": { readonly attempt: number; readonly text: string };
  "generate-end": {
    readonly attempt: number;
    readonly reply: string;
    readonly finish: "stop" | "length" | "aborted" | "error";
    readonly usage: TokenUsage;
    readonly durationMs: number;
    readonly fault: Fault | null;
  };
  "check-end": {
    readonly attempt: number;
    /** Null when the reply held no program that may run. */
    readonly code: string | null;
    readonly codeHash: string | null;
    readonly findings: readonly CheckFinding[];
    readonly passed: boolean;
  };
  "package-load": {
    readonly attempt: number;
    readonly names: readonly string[];
    readonly state: "start" | "progress" | "end" | "error";
    readonly message: string;
    readonly durationMs: number | null;
  };
  "execute-start": {
    readonly attempt: number;
    readonly code: string;
    readonly codeHash: string;
    readonly timeoutMs: number;
    /** Files that the program was given beside those of the run, such as a tool's own; left out when there are none. */
    readonly inputs?: readonly FileReference[];
  };
  "execute-output": { readonly attempt: number } & OutputChunk;
  "execute-display": { readonly attempt: number; readonly display: Display };
  "execute-end": {
    readonly attempt: number;
    readonly status: RunStatus;
    readonly exitCode: number | null;
    readonly result: { readonly data: MimeBundle } | null;
    readonly files: readonly FileChange[];
    readonly error: RunError | null;
    readonly limit: LimitHit | null;
    readonly durationMs: number;
    readonly environment: ExecutionResult["environment"];
    readonly state?: SessionState;
  };
  /** What speaks against an answer, by the words of its task; only where something does. */
  "answer-check": { readonly attempt: number; readonly findings: readonly CheckFinding[] };
  "repair-start": {
    /** The attempt that the repair will make. */
    readonly attempt: number;
    readonly reason: string;
    /** What the model is told next, one line each. */
    readonly constraints: readonly string[];
    readonly strategy: string;
  };
  /** A step of CodeAgent's loop has ended: what the model is told of it. */
  "observe-end": {
    readonly attempt: number;
    /** `Execution logs:` and `Last output from code snippet:`; null when nothing ran, or it failed before it printed anything. */
    readonly observation: string | null;
    /** The failure as smolagents' own errors tell it. */
    readonly error: { readonly type: string; readonly message: string } | null;
    /** Whether the step gave the answer: it is the value of its run. */
    readonly finalAnswer: boolean;
  };
  /** Several programs gave answers: which belong together, and which one counts. */
  "agreement-end": {
    /** Groups of equal answers, the one that counts first. */
    readonly answers: readonly AnswerGroup[];
    /** The attempt whose answer counts. */
    readonly chosen: number;
    /** Share of the votes that the chosen answer has, 0 to 1. */
    readonly confidence: number;
    readonly reason: string;
  };
  "approval-ask": { readonly attempt: number; readonly question: string };
  "approval-answer": { readonly attempt: number; readonly approved: boolean };
  "network-ask": { readonly host: string; readonly url: string; readonly method?: string; readonly bodyBytes?: number };
  /** `outcome`: status and size of the answer, or why there is none. */
  "network-answer": { readonly host: string; readonly granted: boolean; readonly outcome?: string };
  "run-end": {
    readonly status: RunStatus;
    readonly exitCode: number | null;
    readonly durationMs: number;
    readonly model: ModelIdentity | null;
    readonly executor: string;
    readonly seed: number | null;
    readonly tokens: { readonly prompt: number; readonly completion: number };
    /** Tokens per second over all replies of the run; null with no model. */
    readonly decodeRate: number | null;
    readonly codeHash: string | null;
    readonly attempts: number;
    /** Why it ended, when not ok. */
    readonly reason: string | null;
    /** What ended it, when that was not a program: no model, a full context, an engine that failed. Left out otherwise. */
    readonly fault?: Fault;
  };
}

export type AgentEventType = keyof AgentEventData;

/** What the loop tells: the type and its data. The log adds run, sequence, time and hashes. */
export type AgentEvent = { [T in AgentEventType]: { readonly type: T; readonly data: AgentEventData[T] } }[AgentEventType];

/** `skep.event/1`: an event as it is kept and exported, one JSON object a line. */
export type LoggedEvent = AgentEvent & {
  readonly v: "skep.event/1";
  readonly run: string;
  /** 0-based and without gaps in a run. */
  readonly seq: number;
  /** RFC 3339 UTC with milliseconds. */
  readonly time: string;
  /** Hash of the event before it in the run; 64 zeros for the first. */
  readonly prev: string;
  /** SHA-256, lower-case hex, over the canonical JSON (RFC 8785) of the event without this field. */
  readonly hash: string;
};
