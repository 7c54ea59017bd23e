import type { ExecutionResult } from "./execution-result.ts";

/** An answer that a person found wrong: what it was, and what they said of it. */
export interface WrongAnswer {
  /** The person's words; may be empty. */
  readonly words: string;
  /** The program that gave it; null when it is not known. */
  readonly code: string | null;
  /** What it showed; null when it is not known. */
  readonly shown: Pick<ExecutionResult, "output" | "displays" | "result"> | null;
}
