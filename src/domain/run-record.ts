import type { ModelIdentity } from "./agent-event.ts";
import type { FileReference } from "./data-file.ts";
import type { RunStatus } from "./execution-result.ts";

/** One line of History: derived from a run's events, kept beside them so that lists need not read the log. */
export interface RunRecord {
  readonly id: string;
  readonly kind: "task" | "code";
  readonly task: string;
  /** `running` while a page is at work on it; `interrupted` when that page went away in the middle. */
  readonly status: RunStatus | "running" | "interrupted";
  /** RFC 3339 UTC with milliseconds. */
  readonly startedAt: string;
  readonly durationMs: number | null;
  readonly model: ModelIdentity | null;
  readonly executor: string;
  readonly attempts: number;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  /** The code of the last attempt, or null. */
  readonly code: string | null;
  /** First line of the output or of the error: what History shows. */
  readonly summary: string;
  readonly files: readonly FileReference[];
  /** Hash of the last event kept. */
  readonly lastHash: string;
}
