import type { AnswerMode } from "#agent/answers/answer-mode.ts";
import type { RunStatus } from "#domain/execution-result.ts";

/** What was asked and how: two reports with equal settings can be continued, any two can be compared. */
export interface EvaluationSettings {
  readonly suite: string;
  /** SHA-256 of the suite's tasks. */
  readonly suiteHash: string;
  readonly engine: string;
  readonly model: string;
  readonly executor: string;
  readonly mode: AnswerMode;
  /** Programs that agreement may compare. */
  readonly candidateLimit: number;
  readonly attemptLimit: number;
  readonly seed: number | null;
  readonly maxTokens: number;
  readonly timeoutMs: number;
  readonly promptVersion: number;
  readonly baseline: boolean;
}

/** What one way of asking achieved on one task. */
export interface TaskScore {
  readonly right: boolean;
  /** Why, in short. */
  readonly reason: string;
  /** `right`, `wrong-answer`, `no-output`, `no-code`, `check`, `timeout`, `fault`, or `error` with the exception's class. */
  readonly outcome: string;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly seconds: number;
}

export interface TaskReport {
  readonly id: string;
  readonly kind: string;
  /** The loop's answer. */
  readonly skep: TaskScore;
  /** Whether the loop's first program was right already. */
  readonly firstTry: boolean;
  /** Whether any of the loop's programs was right. */
  readonly reached: boolean;
  readonly attempts: number;
  readonly status: RunStatus;
  /** Id of the run in the log. */
  readonly run: string;
  readonly code: string | null;
  /** The beginning of what was shown. */
  readonly output: string;
  /** The same model asked once with a plain prompt, its reply taken as it comes. Null when no baseline was wanted. */
  readonly baseline: (TaskScore & { readonly code: string; readonly output: string }) | null;
}

export interface EvaluationSummary {
  readonly tasks: number;
  readonly solved: number;
  readonly firstTry: number;
  readonly reached: number;
  /** Tasks that the baseline solved; null when it was not asked. */
  readonly baseline: number | null;
  /** Of the loop: prompt and completion tokens together. */
  readonly tokens: number;
  readonly seconds: number;
  readonly baselineTokens: number | null;
  readonly baselineSeconds: number | null;
  /** How the unsolved tasks ended, most frequent first. */
  readonly failures: Readonly<Record<string, number>>;
}

/** `skep.evaluation/1`. Written after every task, so that an interrupted evaluation goes on where it stopped. */
export interface EvaluationReport {
  readonly v: "skep.evaluation/1";
  readonly settings: EvaluationSettings;
  /** RFC 3339 UTC. */
  readonly startedAt: string;
  readonly finished: boolean;
  readonly tasks: readonly TaskReport[];
  readonly summary: EvaluationSummary;
}
