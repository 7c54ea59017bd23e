import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import type { FileReference } from "#domain/data-file.ts";
import type { RunRecord } from "#domain/run-record.ts";

export type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

export type Verdict =
  | { readonly ok: true; readonly events: number }
  | {
      readonly ok: false;
      readonly run: string;
      readonly seq: number;
      readonly line: number;
      readonly reason: string;
      /** No event of the run is here (any more): there is nothing that could have been changed. */
      readonly missing?: true;
    };

/** What became of an imported log: which runs are here now, and which were left out and why. */
export type ImportOutcome =
  | {
      readonly ok: true;
      /** Runs that were added. */
      readonly added: readonly string[];
      /** Runs that were here already, event for event. */
      readonly same: readonly string[];
      /** Runs that are here with other events; the ones here were kept. */
      readonly conflicts: readonly { readonly run: string; readonly reason: string }[];
    }
  /** The message says what was imported, and why the rest was not. */
  | { readonly ok: false; readonly message: string };

/** Open log of one run. Appends are kept in order; a failed one is reported by every later call too. */
export interface RunWriter {
  readonly run: string;
  /** Queues an event. Deltas (`generate-delta`, `execute-output`) are joined before they are stored. */
  append(event: AgentEvent): void;
  /** Waits until all that was appended is durable. */
  flush(): Promise<WriteOutcome>;
}

/** The append-only log: events chained by hash per run, and a record per run for lists. */
export interface RunLog {
  open(run: string): RunWriter;
  /** Newest first. */
  list(): Promise<readonly RunRecord[]>;
  record(run: string): Promise<RunRecord | null>;
  /** In order. A run whose page went away in the middle is closed for its reader by a `run-end` that says so; what is stored stays as it is. */
  events(run: string): Promise<readonly LoggedEvent[]>;
  verify(run: string): Promise<Verdict>;
  /** JSON Lines of one run, or of all (null). */
  exportLines(run: string | null): Promise<string>;
  /** Adds the runs of exported JSON Lines, after they were verified; one bad event refuses the whole text, and is named. */
  importLines(text: string): Promise<ImportOutcome>;
  /** Deletes a run with its events, and the files that only this run refers to. A run that goes on, here or in another tab, is refused. */
  remove(run: string): Promise<WriteOutcome>;
  /** Calls back after a record changed; returns its own undo. */
  subscribe(listener: () => void): () => void;
}

/** One output of a run that another run of the same code gave differently. */
export interface OutputDifference {
  /** What differs: `status`, `exit code`, `stdout`, `stderr`, `result`, `error`, `display 2`, `file out.csv`. */
  readonly output: string;
  /** The two of them as text; null where one has none. A file is its SHA-256, a display or result its canonical JSON. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface RunComparison {
  readonly same: boolean;
  readonly differences: readonly OutputDifference[];
  /** What no comparison can say, in words: the code itself or the environment differs, or a run never executed. */
  readonly notes: readonly string[];
}

/** What it takes to run again what a run executed last. */
export interface ReplayPlan {
  readonly task: string;
  readonly code: string;
  /** The run's files, and what a tool brought with it. */
  readonly files: readonly FileReference[];
  /** Where it ran. */
  readonly executor: string;
  readonly timeoutMs: number;
}

/** Running a run's code once more, and telling which outputs differ. */
export interface RunReplay {
  /** @returns null when the run executed nothing */
  plan(events: readonly LoggedEvent[]): ReplayPlan | null;
  compare(before: readonly LoggedEvent[], after: readonly LoggedEvent[]): RunComparison;
}
