import { type Agreement, agree } from "#agent/answers/agreement.ts";
import { failureOf } from "#agent/repair/failure.ts";
import type { RunStatus } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";
import { type AttemptRecord, isAccepted, type RunOutcome } from "./run-outcome.ts";
import type { RunRecorder } from "./run-recorder.ts";

/** Writes the run's end and waits until the log is durable, or says that it is not. */
export async function endRun(
  attempts: readonly AttemptRecord[],
  fault: Fault | null,
  seed: number | null,
  executor: string,
  recorder: RunRecorder,
): Promise<RunOutcome> {
  const agreement = settle(attempts, recorder);
  const final = agreement?.chosen ?? bestOf(attempts);
  return closeRun({ attempts, agreement, final, ...statusOf(attempts, final, fault), fault, seed, executor }, recorder);
}

/** What a run came to, whatever loop made it. */
export interface RunEnd extends Pick<RunOutcome, "attempts" | "agreement" | "final" | "status" | "reason" | "fault"> {
  readonly seed: number | null;
  readonly executor: string;
}

/** Writes `run-end`, closes the log and waits for it. */
export async function closeRun(end: RunEnd, recorder: RunRecorder): Promise<RunOutcome> {
  const { attempts, agreement, final, status, reason, fault, seed, executor } = end;
  const tokens = recorder.tokens();
  const decodeRate = recorder.decodeRate();
  const durationMs = recorder.elapsed();
  recorder.emit("run-end", {
    status,
    exitCode: final?.execution?.result.exitCode ?? null,
    durationMs,
    model: recorder.model,
    executor,
    seed,
    tokens,
    decodeRate,
    codeHash: final?.codeHash ?? null,
    attempts: attempts.length,
    reason,
    ...(fault === null || fault.code === "SK-ABORTED" ? {} : { fault }),
  });
  recorder.close();
  const log = await recorder.flush();
  return {
    run: recorder.run,
    status,
    attempts,
    final,
    agreement,
    model: recorder.model,
    tokens,
    decodeRate,
    durationMs,
    reason,
    fault,
    log,
    problems: recorder.problems(),
  };
}

/** Says in the log which of several answers counts, and how many programs gave it. */
function settle(attempts: readonly AttemptRecord[], recorder: RunRecorder): Agreement | null {
  if (attempts.filter(isAccepted).length < 2) return null;
  const agreement = agree(attempts);
  if (agreement === null) return null;
  const { answers, chosen, confidence } = agreement;
  const votes = answers[0]?.attempts.length ?? 0;
  const programs = answers.reduce((sum, answer) => sum + answer.attempts.length, 0);
  recorder.emit("agreement-end", { answers, chosen: chosen.number, confidence, reason: `${votes} of ${programs} programs gave this answer` });
  return agreement;
}

/** The accepted attempt, else the last that ran, else the last that held a program, else the last. */
function bestOf(attempts: readonly AttemptRecord[]): AttemptRecord | null {
  return (
    attempts.findLast(isAccepted) ??
    attempts.findLast((attempt) => attempt.execution?.result.status === "ok") ??
    attempts.findLast((attempt) => attempt.execution !== null) ??
    attempts.findLast((attempt) => attempt.code !== null) ??
    attempts.at(-1) ??
    null
  );
}

function statusOf(
  attempts: readonly AttemptRecord[],
  final: AttemptRecord | null,
  fault: Fault | null,
): { readonly status: RunStatus; readonly reason: string | null } {
  const stopped = attempts.at(-1)?.stopped ?? null;
  if (stopped === "aborted") return { status: "aborted", reason: "stopped by the person" };
  if (stopped === "refused") return { status: "refused", reason: attempts.at(-1)?.execution?.result.error?.message ?? "the person did not approve the run" };
  if (fault !== null) return { status: fault.code === "SK-ABORTED" ? "aborted" : "error", reason: fault.message };
  if (final === null) return { status: "error", reason: "no attempt was made" };
  if (isAccepted(final)) return { status: "ok", reason: null };
  return { status: final.execution?.result.status === "timeout" ? "timeout" : "error", reason: failureOf(final).reason };
}
