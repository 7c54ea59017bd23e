import type { ExecutionEnvironment, ExecutionResult, LimitHit, RunError, RunStatus, SessionState, TraceFrame } from "#domain/execution-result.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { Execution, ExecutionRequest } from "#sandbox/port.ts";
import { collectFiles } from "./collect-files.ts";
import type { OutputRecord } from "./output-record.ts";
import type { AttemptEnd } from "./run-attempt.ts";

type Ending = Pick<ExecutionResult, "status" | "exitCode" | "error" | "limit">;

const LOST = "the output so far; files that the program wrote are lost with its interpreter, the files you gave are not";
/** Without shared memory nothing reaches a program that computes, so it never gets to hand its files over. */
const CANNOT_INTERRUPT = " (this address is served without the isolation headers: a program that computes cannot be interrupted, only ended)";
const lost = (): string => (crossOriginIsolated ? LOST : LOST + CANNOT_INTERRUPT);
const SHOWN_FRAMES = 20;
const KEPT = "the output and the files so far";

/** The result of an execution from its last attempt's end and what was shown. */
export async function buildResult(
  attempt: AttemptEnd,
  request: ExecutionRequest,
  record: OutputRecord,
  environment: ExecutionEnvironment,
  state: SessionState | null,
): Promise<Execution> {
  const shown = record.close();
  const ending = withLostState(describeEnding(attempt, request), state);
  const done = attempt.cause.kind === "done" ? attempt.cause.done : null;
  const written = attempt.cause.kind === "done" ? attempt.cause.done.files : attempt.cause.end.files;
  const collected = await collectFiles(request.files, written, done?.deleted ?? []);
  return {
    files: collected.files,
    result: {
      v: "skep.result/1",
      ...ending,
      limit: ending.limit ?? cutLimit(shown.omitted, done),
      output: shown.output,
      displays: shown.displays,
      result: attempt.cause.kind === "done" ? attempt.cause.outcome.result : null,
      files: collected.changes,
      durationMs: attempt.durationMs,
      environment,
      ...(state === null ? {} : { state }),
    },
  };
}

/** Says that earlier runs' names are gone, where the run's own words do not. */
function withLostState(ending: Ending, state: SessionState | null): Ending {
  const { error } = ending;
  if (error === null || state === null || !state.continued || state.kept) return ending;
  return { ...ending, error: { ...error, message: `${error.message} What earlier runs had defined is lost.` } };
}

/** The result of an execution that never began. */
export function emptyResult(status: RunStatus, error: RunError | null, environment: ExecutionEnvironment): Execution {
  return {
    files: [],
    result: { v: "skep.result/1", status, exitCode: null, output: [], displays: [], result: null, files: [], error, limit: null, durationMs: 0, environment },
  };
}

/** An error that no Python exception is behind. */
export function plainError(name: string, message: string): RunError {
  return { name, message, frames: [], traceback: "" };
}

function describeEnding(attempt: AttemptEnd, request: ExecutionRequest): Ending {
  const { cause, stopped } = attempt;
  const kept = cause.kind === "done" ? KEPT : lost();
  const where = cause.kind === "done" ? cause.outcome.error : null;
  switch (stopped) {
    case "aborted":
      return { status: "aborted", exitCode: null, error: { ...plainError("SK-ABORTED", `Stopped. Kept: ${kept}.`), ...frames(where) }, limit: null };
    case "loading":
      return {
        status: "timeout",
        exitCode: null,
        error: plainError("SK-LOADING", "The packages took too long to load."),
        limit: { name: "wall-time", kept: null },
      };
    case "timeout": {
      const message = `The program was still running after ${request.limits.timeoutMs / 1000} s and was stopped. Kept: ${kept}.`;
      return { status: "timeout", exitCode: null, error: { ...plainError("SK-TIMEOUT", message), ...frames(where) }, limit: { name: "wall-time", kept } };
    }
    case null:
      return cause.kind === "gone" ? describeLoss(cause.end, request.code) : describeOutcome(cause.outcome, request);
    default:
      return unreachable(stopped);
  }
}

function describeOutcome(outcome: Extract<AttemptEnd["cause"], { kind: "done" }>["outcome"], request: ExecutionRequest): Ending {
  const { error, exitCode } = outcome;
  // A program that raises KeyboardInterrupt by itself has failed: nobody stopped it.
  const status = outcome.status === "ok" ? "ok" : "error";
  let limit: LimitHit | null = null;
  if (error?.name === "MemoryError") limit = { name: "memory", kept: `everything up to the limit of ${request.limits.memoryMiB} MiB` };
  if (error?.name === "OSError" && error.message.includes("No space left on device")) limit = { name: "files", kept: "what was written before" };
  return { status, exitCode: outcome.status === "interrupted" ? 130 : exitCode, error, limit };
}

function describeLoss(end: Extract<AttemptEnd["cause"], { kind: "gone" }>["end"], code: string): Ending {
  switch (end.cause) {
    case "flood": {
      const name = end.message === "messages" || end.message === "files" ? end.message : "output";
      return {
        status: "error",
        exitCode: null,
        error: plainError("SK-LIMIT", `The program went over the limit of ${name} and was ended.`),
        limit: { name, kept: LOST },
      };
    }
    case "fatal":
      if (end.exitCode === 0) return { status: "ok", exitCode: 0, error: null, limit: null };
      if (end.exitCode !== null) {
        const message = `The program ended its interpreter with exit code ${end.exitCode}. A new one has taken over.`;
        return { status: "error", exitCode: end.exitCode, error: plainError("SK-INTERPRETER", message), limit: null };
      }
      return crash(`The interpreter crashed (${end.message}). A new one has taken over.`, framesOf(end.trace, code));
    case "closed":
    case "error":
    case "failed":
    case "terminated":
      return crash(`The interpreter was lost: ${end.message || "it was ended"}. A new one has taken over.`);
    default:
      return unreachable(end.cause);
  }
}

function crash(message: string, at: readonly TraceFrame[] = []): Ending {
  return { status: "error", exitCode: null, error: { ...plainError("SK-INTERPRETER", message), frames: at }, limit: null };
}

/** The program's frames in what a dying interpreter printed, outermost first, as everywhere else. */
function framesOf(trace: string, code: string): readonly TraceFrame[] {
  const lines = code.split("\n");
  const found = [...trace.matchAll(/^ {2}File "main\.py", line (\d+) in (.+)$/gm)].slice(0, SHOWN_FRAMES);
  return found.reverse().map(([, line, name]) => ({ file: "main.py", line: Number(line), source: lines[Number(line) - 1] ?? "", function: name ?? "" }));
}

/** Where a stopped program was, when its interpreter could still tell. */
function frames(error: RunError | null): Partial<RunError> {
  return error === null ? {} : { frames: error.frames, traceback: error.traceback };
}

function cutLimit(omittedOutput: string | null, done: { readonly omittedFiles: number; readonly omittedDisplays: number } | null): LimitHit | null {
  if (omittedOutput !== null) return { name: "output", kept: `the beginning and the end; ${omittedOutput} between them are omitted` };
  if (done !== null && done.omittedDisplays > 0) return { name: "displays", kept: `all but ${done.omittedDisplays} of what was shown` };
  if (done !== null && done.omittedFiles > 0) return { name: "files", kept: `all but ${done.omittedFiles} of the files written` };
  return null;
}
