import type { AgentEventData, MatchCandidate, ModelIdentity } from "#domain/agent-event.ts";
import type { FileReference } from "#domain/data-file.ts";
import type { Display, OutputChunk } from "#domain/execution-result.ts";

/** A reply of the model: as it streams, then as it ended. */
export interface GenerateStep {
  readonly messages: AgentEventData["generate-start"]["messages"];
  readonly temperature: number;
  readonly text: string;
  /** Null while the reply streams. */
  readonly end: Omit<AgentEventData["generate-end"], "attempt" | "reply"> | null;
}

/** Packages loaded for one attempt. */
export interface PackageStep {
  readonly names: readonly string[];
  readonly state: "start" | "progress" | "end" | "error";
  readonly message: string;
  readonly durationMs: number | null;
}

/** A program's run: as it prints, then as it ended. */
export interface ExecuteStep {
  readonly code: string;
  readonly timeoutMs: number;
  readonly output: readonly OutputChunk[];
  readonly displays: readonly Display[];
  /** Null while the program runs. */
  readonly end: Omit<AgentEventData["execute-end"], "attempt"> | null;
}

export interface ApprovalStep {
  readonly question: string;
  /** Null while nobody answered. */
  readonly approved: boolean | null;
}

/** One try at the task, with all that led to it and came of it. */
export interface Attempt {
  readonly number: number;
  /** What the model was told before this attempt; null for the first. */
  readonly repair: Omit<AgentEventData["repair-start"], "attempt"> | null;
  readonly generate: GenerateStep | null;
  readonly check: Omit<AgentEventData["check-end"], "attempt"> | null;
  readonly approval: ApprovalStep | null;
  readonly packages: PackageStep | null;
  readonly execute: ExecuteStep | null;
  /** What speaks against its answer, by the words of the task. */
  readonly doubts: AgentEventData["answer-check"]["findings"];
  /** What the model is told of a step of CodeAgent's loop; null in Skep's own. */
  readonly observation: Omit<AgentEventData["observe-end"], "attempt"> | null;
}

export interface MatchStep {
  readonly candidates: readonly MatchCandidate[];
  readonly chosen: string | null;
  readonly threshold: number;
  readonly reason: string;
}

/** A run as a person reads it: the events of its log, folded. */
export interface Timeline {
  readonly kind: "task" | "code";
  readonly task: string;
  readonly files: readonly FileReference[];
  readonly executor: string;
  readonly model: ModelIdentity | null;
  readonly attemptLimit: number;
  readonly loop: "skep" | "code-agent";
  readonly match: MatchStep | null;
  /** What the model was asked and answered when tools of the library came near; null when it was not asked. */
  readonly choice: GenerateStep | null;
  readonly attempts: readonly Attempt[];
  /** Which of several answers counts; null when there was one program. */
  readonly agreement: AgentEventData["agreement-end"] | null;
  readonly network: readonly {
    readonly host: string;
    readonly url: string;
    readonly granted: boolean | null;
    readonly outcome: string | null;
    readonly number: number;
  }[];
  /** Null while the run goes on, or when the page went away in the middle. */
  readonly end: AgentEventData["run-end"] | null;
}
