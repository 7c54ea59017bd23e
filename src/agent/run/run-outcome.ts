import type { Agreement } from "#agent/answers/agreement.ts";
import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import { isDoubt } from "#check/demands/demand.ts";
import type { CheckFinding, ModelIdentity } from "#domain/agent-event.ts";
import { type RunStatus, showsSomething } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";
import type { WriteOutcome } from "#log/port.ts";
import type { Execution } from "#sandbox/port.ts";

/** One attempt, whole: what was asked, what came back, what became of it. */
export interface AttemptRecord {
  /** From 1. */
  readonly number: number;
  readonly plan: AttemptPlan;
  /** The model's whole reply; null when no model was asked. */
  readonly reply: string | null;
  /** The program that was checked; null when the reply held none that may run. */
  readonly code: string | null;
  readonly codeHash: string | null;
  readonly findings: readonly CheckFinding[];
  /** Null when the program never ran. */
  readonly execution: Execution | null;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** Set when the run has to end here: no model, a full context, an engine that failed. */
  readonly fault: Fault | null;
  /** `aborted` after Stop, `refused` after a person's no; else null. */
  readonly stopped: "aborted" | "refused" | null;
}

/** How a run ended. */
export interface RunOutcome {
  /** Id of the run in the log. */
  readonly run: string;
  readonly status: RunStatus;
  readonly attempts: readonly AttemptRecord[];
  /** The attempt that counts: the accepted one, the one whose answer most programs gave, else the best. */
  readonly final: AttemptRecord | null;
  /** What several programs answered; null when there was one answer. */
  readonly agreement: Agreement | null;
  readonly model: ModelIdentity | null;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** Tokens per second over all replies; null with no model. */
  readonly decodeRate: number | null;
  readonly durationMs: number;
  /** Why it ended, when not ok. */
  readonly reason: string | null;
  readonly fault: Fault | null;
  /** Whether the run's log is durable. */
  readonly log: WriteOutcome;
  /** Files that could not be kept, in words for a person. */
  readonly problems: readonly string[];
}

/** The finding of a program that ran well and gave the answer that a person had marked wrong. */
export const SAME_ANSWER = "same-answer";

/**
 * An answer counts only when the program ended well, shows something, and shows something else than what a person marked wrong.
 * A person's own program need not show anything.
 */
export function isAccepted(attempt: AttemptRecord): boolean {
  if (attempt.execution === null || attempt.execution.result.status !== "ok") return false;
  if (attempt.findings.some((finding) => finding.check === SAME_ANSWER)) return false;
  return attempt.plan.strategy === "by-hand" || showsSomething(attempt.execution.result);
}

/** Whether an answer counts that does not look like what the task asks for. A program that fits is looked for; without one it stands. */
export function isDoubtful(attempt: AttemptRecord): boolean {
  return isAccepted(attempt) && attempt.findings.some(isDoubt);
}

/** An attempt before anything happened in it. */
export function newAttempt(number: number, plan: AttemptPlan, code: string | null): AttemptRecord {
  return { number, plan, reply: null, code, codeHash: null, findings: [], execution: null, tokens: { prompt: 0, completion: 0 }, fault: null, stopped: null };
}
