import type { FileReference } from "./data-file.ts";
import type { ExecutionResult } from "./execution-result.ts";

/** The parts of a result that a person can look at. */
export const VIEW_PARTS = ["output", "figures", "tables", "files", "code"] as const;
export type ViewPart = (typeof VIEW_PARTS)[number];

/** What to show and the code that makes it: `skep.view/1`. It carries no data: files are named by their content. */
export interface ViewSpec {
  /** What it is for, in a person's words: the task of the run that it came from. */
  readonly title: string;
  /** What is worth seeing; the first is shown when the code has run. Never empty. */
  readonly show: readonly ViewPart[];
  /** Input files that the code reads. */
  readonly files: readonly FileReference[];
  /** Python, byte for byte. */
  readonly code: string;
}

/** What a notebook shows under its code. */
export type NotebookResult = Pick<ExecutionResult, "output" | "displays" | "result" | "error">;
