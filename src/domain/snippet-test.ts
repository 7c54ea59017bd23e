import type { JsonValue } from "./json-value.ts";

/** A file that a test lays beside the tool, or that it expects: as text, or as base64 where it is no text. */
export type TestFile = { readonly path: string; readonly text: string } | { readonly path: string; readonly base64: string };

/** A file that the tool must leave behind. With neither text nor digest, that it exists with some bytes is enough. */
export interface ExpectedFile {
  readonly path: string;
  readonly text?: string;
  /** Lower-case hex. */
  readonly sha256?: string;
  /** Bytes at least; 1 when left out. */
  readonly minimumSize?: number;
}

/** Figures are not compared by their pixels: that they exist, and how large they are, is. */
export interface ExpectedFigures {
  readonly count: number;
  /** Pixels at least, of each figure. */
  readonly minimumWidth?: number;
  readonly minimumHeight?: number;
}

/** What must come out. At least one field is set; each that is set must hold. */
export interface Expectation {
  /**
   * What the tool returns, as JSON: tuples and sets are lists (sets sorted), dates ISO texts, decimals and paths texts,
   * not-a-number and the infinities the texts `NaN`, `Infinity`, `-Infinity`.
   */
  readonly value?: JsonValue;
  /** How far a number with a fraction may be off, absolutely or relative to the expected one; 1e-9 when left out. */
  readonly tolerance?: number;
  /** All of stdout; line ends and trailing spaces of lines do not count. */
  readonly output?: string;
  readonly files?: readonly ExpectedFile[];
  readonly figures?: ExpectedFigures;
  /** The tool must raise: the exception's class, and a part of its message where one is named. */
  readonly exception?: { readonly name: string; readonly message?: string };
}

/** One example of a tool at work. */
export interface SnippetTest {
  readonly name: string;
  readonly arguments: { readonly [parameter: string]: JsonValue };
  readonly files: readonly TestFile[];
  readonly expect: Expectation;
}

/** One thing that came out otherwise. */
export interface TestMismatch {
  /** `value`, `value.total`, `value[3]`, `output`, `file out.csv`, `figures`, `exception`. */
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** What became of one test. `broken` means that it could not be run at all. */
export interface SnippetTestResult {
  readonly name: string;
  readonly verdict: "pass" | "fail" | "broken";
  /** Milliseconds of the program, packages not counted. */
  readonly durationMs: number;
  readonly mismatches: readonly TestMismatch[];
  /** Why it is broken, or the traceback of an exception that nobody expected; else null. */
  readonly message: string | null;
}
