import Dexie, { type DexieOptions, type Table } from "dexie";
import type { LoggedEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";
import type { Snippet } from "#domain/snippet.ts";

/** A run's record, with what its queries need pulled out. */
export interface RunRow {
  readonly id: string;
  readonly startedAt: string;
  /** SHA-256 of every file that an event of the run refers to, each once. */
  readonly fileHashes: readonly string[];
  readonly record: RunRecord;
}

export interface FileRow {
  readonly sha256: string;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** One setting that differs from its default. */
export interface SettingRow {
  readonly key: string;
  readonly value: unknown;
}

/** The newest version below; a database with a higher one was written by a newer Skep. */
export const SCHEMA_VERSION = 1;

/** Schema, versions and migrations of what this browser keeps. A released version is never edited: a change is a new one. */
export class SkepDatabase extends Dexie {
  declare readonly runs: Table<RunRow, string>;
  declare readonly events: Table<LoggedEvent, [run: string, seq: number]>;
  declare readonly snippets: Table<Snippet, string>;
  declare readonly files: Table<FileRow, string>;
  declare readonly settings: Table<SettingRow, string>;

  constructor(name = "skep", options: DexieOptions = {}) {
    // Strict durability: what the log calls written survives a power cut.
    super(name, { chromeTransactionDurability: "strict", cache: "disabled", ...options });
    this.version(1).stores({
      runs: "id, startedAt, *fileHashes",
      events: "[run+seq]",
      snippets: "id, updatedAt, status",
      files: "sha256",
      settings: "key",
    });
  }
}
