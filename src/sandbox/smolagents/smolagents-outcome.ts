import * as v from "valibot";
import type { RunError } from "#domain/execution-result.ts";
import { USER_FILE } from "../remote/user-file.ts";

/** What skep_smolagents.py writes when the program has ended. */
const OutcomeSchema = v.object({
  exitCode: v.pipe(v.number(), v.integer()),
  error: v.nullable(
    v.object({
      name: v.string(),
      message: v.string(),
      frames: v.array(v.object({ line: v.number(), function: v.string() })),
      /** The package's own words for the failure. */
      told: v.string(),
    }),
  ),
  isFinalAnswer: v.boolean(),
  /** The value of the last statement as text, as the package's own agent observes it. */
  lastOutput: v.nullable(v.string()),
  /** What the program printed, cut by the package at its own limit. */
  logs: v.string(),
  /** Name to type of the variables, functions and modules that the executor holds. */
  defined: v.record(v.string(), v.string()),
});

export type SmolagentsOutcome = v.InferOutput<typeof OutcomeSchema>;

/** @returns null when the bytes are not an outcome */
export function readOutcome(bytes: Uint8Array): SmolagentsOutcome | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), OutcomeSchema), new TextDecoder().decode(bytes));
  return parsed.success ? parsed.output : null;
}

/** The error of an outcome, with the program's lines beside its places; the traceback is the package's own text. */
export function outcomeError(outcome: SmolagentsOutcome, code: string): RunError | null {
  if (outcome.error === null) return null;
  const lines = code.split("\n");
  const { name, message, told } = outcome.error;
  const frames = outcome.error.frames.map((frame) => ({
    file: USER_FILE,
    line: frame.line,
    source: (lines[frame.line - 1] ?? "").trim(),
    function: frame.function,
  }));
  return { name, message, frames, traceback: told };
}
