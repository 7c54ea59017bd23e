import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";

export type WriteOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

export type Verdict =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly run: string; readonly seq: number; readonly line: number; readonly reason: string };

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
  events(run: string): Promise<readonly LoggedEvent[]>;
  verify(run: string): Promise<Verdict>;
  /** JSON Lines of one run, or of all (null). */
  exportLines(run: string | null): Promise<string>;
  /** Deletes a run with its events. */
  remove(run: string): Promise<WriteOutcome>;
  /** Calls back after a record changed; returns its own undo. */
  subscribe(listener: () => void): () => void;
}
