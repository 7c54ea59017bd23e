import type { MendedProgram } from "#check/mend/mend-program.ts";

/** How an attempt is made. */
export type Strategy = "library" | "by-hand" | "first" | "step" | "correct" | "patch-function" | "rewrite" | "other-way" | "mend" | "second-look" | "sample";

/** What one attempt asks of the model. */
export interface AttemptPlan {
  readonly strategy: Strategy;
  readonly temperature: number;
  readonly seed: number | null;
  /** What earlier attempts taught, one line each, for the model. */
  readonly constraints: readonly string[];
  /** The program to correct and what went wrong with it; null to write from scratch. */
  readonly earlier: { readonly code: string; readonly report: string } | null;
  /** The function to replace in a program, when only that is asked for; else null. */
  readonly patch: { readonly code: string; readonly name: string } | null;
  /** The program before, corrected without the model; absent where the model is asked. */
  readonly mended?: MendedProgram;
  /** How much words that stand in the prompt are avoided, 0 (not at all) to 1; see `GenerateRequest.penalty`. */
  readonly penalty: number;
  /** What is asked last; empty for a first attempt. */
  readonly instruction: string;
  /** Why this attempt is made, for the log; empty for a first attempt. */
  readonly reason: string;
}
