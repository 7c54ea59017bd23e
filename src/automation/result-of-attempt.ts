import type { ExecutionResult } from "#domain/execution-result.ts";
import type { Attempt } from "#state/timeline.ts";

/** The ExecutionResult that an attempt's events tell of; null when it never ran to an end. */
export function resultOfAttempt(attempt: Attempt | undefined): ExecutionResult | null {
  const execute = attempt?.execute;
  if (!execute?.end) return null;
  const { status, exitCode, result, files, error, limit, durationMs, environment } = execute.end;
  return {
    v: "skep.result/1",
    status,
    exitCode,
    output: execute.output,
    displays: execute.displays,
    result,
    files,
    error,
    limit,
    durationMs,
    environment,
  };
}
