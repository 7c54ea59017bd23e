import Dexie, { type DexieOptions, type Table, type Transaction } from "dexie";
import type { LoggedEvent } from "#domain/agent-event.ts";
import type { NetworkGrant } from "#domain/network.ts";
import type { PackageFile } from "#domain/package-file.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { type Snippet, type SnippetVersion, UNPROVEN } from "#domain/snippet.ts";
import { moduleKeys } from "#domain/tool-module.ts";

/** A run's record, with what its queries need pulled out. */
export interface RunRow {
  readonly id: string;
  readonly startedAt: string;
  /** SHA-256 of every file that an event of the run refers to, each once. */
  readonly fileHashes: readonly string[];
  /** Ids of the snippets that answered in place of a model, and a key for each tool that theirs import. */
  readonly tools: readonly string[];
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
export const SCHEMA_VERSION = 4;

/** Schema, versions and migrations of what this browser keeps. A released version is never edited: a change is a new one. */
export class SkepDatabase extends Dexie {
  declare readonly runs: Table<RunRow, string>;
  declare readonly events: Table<LoggedEvent, [run: string, seq: number]>;
  declare readonly snippets: Table<Snippet, string>;
  declare readonly snippetVersions: Table<SnippetVersion, [snippet: string, version: number]>;
  declare readonly files: Table<FileRow, string>;
  declare readonly settings: Table<SettingRow, string>;
  declare readonly networkGrants: Table<NetworkGrant, string>;
  declare readonly packageFiles: Table<PackageFile, string>;

  /** What the database lives in; undefined in a browser that gives none. */
  readonly factory: IDBFactory | undefined;

  constructor(name = "skep", options: DexieOptions & { readonly indexedDB?: IDBFactory } = {}) {
    // Strict durability: what the log calls written survives a power cut.
    super(name, { chromeTransactionDurability: "strict", cache: "disabled", ...options });
    this.factory = options.indexedDB ?? globalThis.indexedDB;
    this.version(1).stores({
      runs: "id, startedAt, *fileHashes",
      events: "[run+seq]",
      snippets: "id, updatedAt, status",
      files: "sha256",
      settings: "key",
    });
    this.version(2)
      .stores({ runs: "id, startedAt, *fileHashes, *tools", snippets: "id, name, updatedAt, status", snippetVersions: "[snippet+version]" })
      .upgrade(toVersion2);
    this.version(3).stores({ networkGrants: "host", packageFiles: "url, name" });
    this.version(4).upgrade(toVersion4);
  }
}

/** Snippets get their ladder: what stood above draft had passed no gate. Runs get the tools that answered them, from their events. */
async function toVersion2(transaction: Transaction): Promise<void> {
  const snippets: Snippet[] = await transaction.table("snippets").toArray();
  for (const old of snippets) {
    const { status, version, updatedAt: time } = old;
    const trail = status === "draft" ? [] : [{ time, from: status, to: "draft" as const, version, reason: "It was kept before there were gates." }];
    const snippet: Snippet = { ...UNPROVEN, ...old, status: "draft", trail };
    const { name, description, code, tests, packages, uses } = snippet;
    await transaction.table("snippets").put(snippet);
    await transaction
      .table("snippetVersions")
      .put({ snippet: old.id, version, time, body: { name, description, code, tests, packages, uses } } satisfies SnippetVersion);
  }
  const tools = new Map<string, Set<string>>();
  await transaction.table("events").each((event: LoggedEvent) => {
    if (event.type !== "match-end" || event.data.chosen === null) return;
    tools.set(event.run, (tools.get(event.run) ?? new Set()).add(event.data.chosen));
  });
  await transaction
    .table("runs")
    .toCollection()
    .modify((row: { id: string; tools?: readonly string[] }) => {
      row.tools = [...(tools.get(row.id) ?? [])];
    });
}

/** Runs get the tools that the one they called imports, from the files that lay beside their programs. */
async function toVersion4(transaction: Transaction): Promise<void> {
  const modules = new Map<string, Set<string>>();
  await transaction.table("events").each((event: LoggedEvent) => {
    const files = event.type === "run-start" ? event.data.files : event.type === "execute-start" ? event.data.inputs : undefined;
    for (const key of moduleKeys(files ?? [])) modules.set(event.run, (modules.get(event.run) ?? new Set()).add(key));
  });
  for (const [run, keys] of modules) {
    const row: RunRow | undefined = await transaction.table("runs").get(run);
    if (row !== undefined) await transaction.table("runs").put({ ...row, tools: [...new Set([...row.tools, ...keys])] });
  }
}
