import type { AnswerMode } from "#agent/answers/answer-mode.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { WrongAnswer } from "#domain/wrong-answer.ts";
import type { ExecutionLimits } from "#sandbox/port.ts";

/** What every run is told, whoever wrote its code. */
export interface RunRequest {
  /** The task in the person's words, or what a run by hand is called. */
  readonly task: string;
  readonly files: readonly DataFile[];
  readonly limits: ExecutionLimits;
  /** `ask` waits for the person's yes before each program runs. */
  readonly approval: "auto" | "ask";
  /** Where the executor keeps state: runs of one session go on in one interpreter. Absent: every program starts clean. */
  readonly session?: string;
}

/**
 * A task for the loop. With a session its programs see what earlier runs defined, and what a failing one set is taken back by name. Modes
 * that compare several programs give each a clean start all the same.
 */
export interface TaskRequest extends RunRequest {
  /** Attempts to get a program that works, the first included; at least 1. A mode that compares may use its programs for it, too. */
  readonly attemptLimit: number;
  readonly mode: AnswerMode;
  /** Programs that are compared at most, failed ones included, when the mode compares. */
  readonly candidateLimit: number;
  /** Null lets the engine draw. Attempt n uses seed + n - 1. */
  readonly seed: number | null;
  /** Of the first attempt; 0 is greedy. */
  readonly temperature: number;
  /** Tokens of one reply. */
  readonly maxTokens: number;
  /** What must hold from the first attempt on, one line each: such as what a person said of a wrong answer. */
  readonly constraints: readonly string[];
  /** An earlier answer that a person found wrong: neither its program nor what it showed is accepted again. Null in a new task. */
  readonly wrong: WrongAnswer | null;
  /** Whether the library may answer in place of the model. */
  readonly useLibrary: boolean;
}

/** A program that a person wrote or edited. */
export interface CodeRequest extends RunRequest {
  readonly code: string;
  /** The tool that the program calls, when it is a person's call of one: the run counts as the tool's, too. */
  readonly tool?: ToolCall;
}

/** A person's call of a tool. */
export interface ToolCall {
  /** Of the snippet. */
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly [parameter: string]: JsonValue };
}

/** Defaults of a task, where the caller has no other wish. */
export const DEFAULT_TASK = {
  seed: null,
  temperature: 0,
  maxTokens: 768,
  mode: "fast",
  candidateLimit: 5,
  constraints: [],
  wrong: null,
  useLibrary: true,
} as const;
