import type { DataFile, FileChange } from "#domain/data-file.ts";
import type { Display, ExecutionEnvironment, ExecutionResult, LimitHit, OutputChunk, RunError, RunStatus } from "#domain/execution-result.ts";
import type { Fault } from "#domain/fault.ts";
import type { Execution } from "../port.ts";

/** What a run came to; what is left out is empty. */
export interface Outcome {
  readonly status: RunStatus;
  readonly exitCode: number | null;
  readonly output?: readonly OutputChunk[];
  readonly displays?: readonly Display[];
  readonly result?: ExecutionResult["result"];
  readonly changes?: readonly FileChange[];
  readonly files?: readonly DataFile[];
  readonly error?: RunError | null;
  readonly limit?: LimitHit | null;
  readonly durationMs: number;
  readonly environment: ExecutionEnvironment;
}

/** An outcome as the port answers it. */
export function toExecution(outcome: Outcome): Execution {
  return {
    result: {
      v: "skep.result/1",
      status: outcome.status,
      exitCode: outcome.exitCode,
      output: outcome.output ?? [],
      displays: outcome.displays ?? [],
      result: outcome.result ?? null,
      files: outcome.changes ?? [],
      error: outcome.error ?? null,
      limit: outcome.limit ?? null,
      durationMs: Math.round(outcome.durationMs),
      environment: outcome.environment,
    },
    files: outcome.files ?? [],
  };
}

/** A fault of the place, not of the program, as a run's error: there are no frames to show. */
export function faultError(fault: Fault): RunError {
  const kept = fault.kept === undefined ? "" : ` ${fault.kept}`;
  const message = `${fault.message}${kept} ${fault.advice}`;
  return { name: fault.code, message, frames: [], traceback: "" };
}
