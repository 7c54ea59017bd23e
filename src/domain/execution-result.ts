import type { FileChange } from "./data-file.ts";

/** How a run ended. The same words in results, log events and run records. */
export type RunStatus = "ok" | "error" | "timeout" | "aborted" | "refused";

/**
 * A value in several representations, keyed by MIME type. Text types carry text; binary types
 * (image/png, application/pdf) carry base64. `application/vnd.skep.table+json` carries a {@link TableData} as JSON text.
 */
export type MimeBundle = Readonly<Record<string, string>>;

/** MIME type of a table shown as data, not as markup. */
export const TABLE_MIME = "application/vnd.skep.table+json";

/** Rows of a data frame as shown: every cell is exact text, so that no integer or decimal loses digits. */
export interface TableData {
  readonly columns: readonly string[];
  /** Type of each column as pandas names it, such as `int64`. */
  readonly dtypes: readonly string[];
  /** Label of each row shown. */
  readonly index: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows in the whole frame, of which `rows` may be the first. */
  readonly totalRows: number;
}

export interface OutputChunk {
  readonly stream: "stdout" | "stderr";
  readonly text: string;
}

export interface Display {
  readonly data: MimeBundle;
  readonly metadata: Readonly<Record<string, string>>;
}

/** One frame of a traceback; only frames of the user's own files are kept. */
export interface TraceFrame {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Text of the line, without its line end; empty when it is not known. */
  readonly source: string;
  readonly function: string;
}

export interface RunError {
  /** Class of the exception, such as `KeyError`, or a Skep code (`SK-…`) when no Python exception is behind it. */
  readonly name: string;
  readonly message: string;
  readonly frames: readonly TraceFrame[];
  /** As Python prints it, starting at the user's first frame. */
  readonly traceback: string;
}

/** The names of limits that can end or cut a run. */
export type LimitName = "wall-time" | "memory" | "output" | "files" | "messages" | "displays";

export interface LimitHit {
  readonly name: LimitName;
  /** What is still there of what was cut, in words; null when nothing was lost. */
  readonly kept: string | null;
}

export interface ExecutionEnvironment {
  readonly executor: string;
  /** Version of Python, such as `3.14.2`. */
  readonly python: string;
  /** Versions of the packages that the run loaded, by distribution name. */
  readonly packages: Readonly<Record<string, string>>;
}

/** How a run of a session stands to the others. */
export interface SessionState {
  /** Whether it began with what earlier runs had left. */
  readonly continued: boolean;
  /** Whether the next run will: not after an interpreter was lost. */
  readonly kept: boolean;
}

/** `skep.result/1`: what every executor answers, and the JSON of `skep run`. */
export interface ExecutionResult {
  readonly v: "skep.result/1";
  readonly status: RunStatus;
  /** Of `sys.exit`; 0 when the program ended by itself, 1 on an exception, null when it never ended. */
  readonly exitCode: number | null;
  /** In the order written. */
  readonly output: readonly OutputChunk[];
  /** Figures and `display()` calls, in order. */
  readonly displays: readonly Display[];
  /** Value of the program's last expression, or null. */
  readonly result: { readonly data: MimeBundle } | null;
  readonly files: readonly FileChange[];
  readonly error: RunError | null;
  readonly limit: LimitHit | null;
  /** Milliseconds of the program itself, without loading of packages. */
  readonly durationMs: number;
  readonly environment: ExecutionEnvironment;
  /** Of a run that keeps state; absent for one that started clean and left nothing. */
  readonly state?: SessionState;
}

/** All text of one stream, joined. */
export function streamText(result: Pick<ExecutionResult, "output">, stream: OutputChunk["stream"]): string {
  let text = "";
  for (const chunk of result.output) if (chunk.stream === stream) text += chunk.text;
  return text;
}

/** Whether the run shows its reader anything at all: text, a value, a figure, or a file. */
export function showsSomething(result: ExecutionResult): boolean {
  return (
    result.output.some((chunk) => chunk.text.trim() !== "") ||
    result.displays.length > 0 ||
    result.result !== null ||
    result.files.some((file) => file.change !== "deleted")
  );
}
