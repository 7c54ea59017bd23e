/** What an answer must show. Numbers beyond 2^53 are texts of digits. */
export type AnswerCheck = { readonly absent?: readonly string[] } & (
  | { readonly type: "last_number"; readonly value: number | string; readonly abs?: boolean }
  | { readonly type: "numbers_seq"; readonly value: readonly number[]; readonly exact?: boolean }
  | { readonly type: "numbers_all"; readonly value: readonly number[] }
  | { readonly type: "number_range"; readonly lo: number; readonly hi: number; readonly pct?: boolean }
  | { readonly type: "contains"; readonly all: readonly string[] }
  | { readonly type: "lines"; readonly value: readonly string[]; readonly ci?: boolean }
  | { readonly type: "regex"; readonly pattern: string }
  | { readonly type: "dates"; readonly value: readonly string[] }
  | { readonly type: "pairs"; readonly value: Readonly<Record<string, number>> }
  | { readonly type: "stdout"; readonly value: string }
  | { readonly type: "stdout_json"; readonly value: unknown; readonly order?: readonly string[] }
  | { readonly type: "hanoi"; readonly disks: number }
  | { readonly type: "order"; readonly value: readonly string[] }
  | { readonly type: "grid"; readonly value: readonly string[] }
  | { readonly type: "groups"; readonly value: readonly (readonly string[])[] }
  | { readonly type: "value"; readonly value: string }
  | { readonly type: "file"; readonly path: string; readonly contains?: readonly string[]; readonly equals?: string }
  | { readonly type: "figure"; readonly count?: number }
  | { readonly type: "bars"; readonly heights: readonly number[]; readonly labels: readonly string[]; readonly title: string }
  | { readonly type: "line"; readonly x0: number; readonly x1: number; readonly fn: string; readonly xlabel: string; readonly ylabel: string }
);

export interface EvaluationTask {
  readonly id: string;
  readonly prompt: string;
  readonly kind: string;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly check: AnswerCheck;
}

export interface EvaluationSuite {
  readonly name: string;
  readonly tasks: readonly EvaluationTask[];
}

/** Axes of a figure, as the probe reports them; see `figure-probe.ts`. */
export interface AxesFacts {
  readonly title: string;
  readonly xlabel: string;
  readonly ylabel: string;
  /** Heights of bars, in order. */
  readonly bars: readonly number[];
  readonly xticks: readonly string[];
  /** Points of each line. */
  readonly lines: readonly (readonly (readonly [number, number])[])[];
}
