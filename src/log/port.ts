import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
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
