import type { AgentEvent } from "#domain/agent-event.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { RunStatus } from "#domain/execution-result.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { NetworkDecision, NetworkQuestion } from "#domain/network.ts";
import type { Settings } from "#domain/settings.ts";
import type { WrongAnswer } from "#domain/wrong-answer.ts";
import type { LanguageModel } from "#llm/port.ts";
import type { WriteOutcome } from "#log/port.ts";
import type { Executor } from "#sandbox/port.ts";

/** A task in words for the agent's loop. */
export interface TaskRequest {
  readonly task: string;
  readonly files: readonly DataFile[];
  readonly model: LanguageModel;
  /** An earlier answer that the person found wrong, or null. */
  readonly wrong: WrongAnswer | null;
  /** Whether the library may answer in place of the model. */
  readonly useLibrary: boolean;
  readonly executor: Executor;
  readonly settings: Settings;
}

/** Code that a person wrote or edited: run and logged like any other, without a model. */
export interface CodeRequest {
  readonly code: string;
  /** What the run is called in History. */
  readonly task: string;
  readonly files: readonly DataFile[];
  readonly executor: Executor;
  readonly settings: Settings;
  /** The tool that the code calls, when it is a call of one. */
  readonly tool?: { readonly id: string; readonly name: string; readonly arguments: { readonly [parameter: string]: JsonValue } };
}

/** What a person is asked before a run when approvals are on. */
export interface ApprovalQuestion {
  readonly attempt: number;
  readonly question: string;
  readonly code: string;
}

export interface RunCallbacks {
  /** Every event of the run, in order, as it happens. */
  onEvent(event: AgentEvent): void;
  /** Resolves to the person's answer; Stop answers no. */
  askApproval(question: ApprovalQuestion): Promise<boolean>;
  /** Resolves to the person's answer; a signal that is aborted takes the question back. */
  askNetwork(question: NetworkQuestion, signal: AbortSignal): Promise<NetworkDecision>;
}

export interface RunOutcome {
  /** Id of the run in the log. */
  readonly run: string;
  readonly status: RunStatus;
  /** Whether the run's log is durable. */
  readonly log: WriteOutcome;
}

/** What a model is asked to make a function of: a program, the name, and what it does in the person's words. */
export interface FunctionWish {
  readonly code: string;
  readonly name: string;
  readonly description: string;
}

/** Has a model write the function. */
export type SuggestFunction = (wish: FunctionWish, model: LanguageModel, signal: AbortSignal) => Promise<FunctionSuggestion>;

export type FunctionSuggestion = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly message: string };

/** The agent, as the stores need it. Expected failures are statuses; a rejected promise is a fault of Skep itself. */
export interface AgentActions {
  runTask(request: TaskRequest, callbacks: RunCallbacks, signal: AbortSignal): Promise<RunOutcome>;
  runCode(request: CodeRequest, callbacks: RunCallbacks, signal: AbortSignal): Promise<RunOutcome>;
}
