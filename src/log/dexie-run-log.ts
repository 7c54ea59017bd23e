import type { LoggedEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";
import type { RunRow, SkepDatabase } from "#storage/database.ts";
import { onTableChange } from "#storage/on-table-change.ts";
import type { StorageHealth } from "#storage/port.ts";
import { readOr } from "#storage/read-or.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { canonicalJson } from "./canonical-json.ts";
import { closeInterrupted } from "./close-interrupted.ts";
import type { LiveRuns } from "./live-runs.ts";
import type { ImportOutcome, RunLog, RunWriter, Verdict, WriteOutcome } from "./port.ts";
import { readImport } from "./read-import.ts";
import { runRecordOf } from "./run-record-of.ts";
import { DexieRunWriter } from "./run-writer.ts";
import { verifyRun } from "./verify-run.ts";

export interface RunLogPorts {
  readonly database: SkepDatabase;
  readonly health: StorageHealth;
  readonly liveRuns: LiveRuns;
  readonly now: () => Date;
  /** Keys that the page holds; they never reach the log. */
  readonly secrets: () => readonly string[];
}

/** The log in this browser. */
export class DexieRunLog implements RunLog {
  readonly #ports: RunLogPorts;

  constructor(ports: RunLogPorts) {
    this.#ports = ports;
  }

  open(run: string): RunWriter {
    const { database, now, secrets, liveRuns } = this.#ports;
    return new DexieRunWriter(run, { database, now, secrets, held: liveRuns.hold(run) });
  }

  async list(): Promise<readonly RunRecord[]> {
    const { database, health, liveRuns } = this.#ports;
    const rows = await readOr(health, [], () => database.runs.orderBy("startedAt").reverse().toArray());
    const live = await liveRuns.current();
    return Promise.all(rows.map(({ record }) => this.#close(record, live)));
  }

  async record(run: string): Promise<RunRecord | null> {
    const row = await this.#row(run);
    return row === null ? null : this.#close(row.record, await this.#ports.liveRuns.current());
  }

  async events(run: string): Promise<readonly LoggedEvent[]> {
    const live = await this.#ports.liveRuns.current();
    const events = await this.#stored(run);
    return live.has(run) ? events : closeInterrupted(events);
  }

  async verify(run: string): Promise<Verdict> {
    // The record first: while the run goes on, events may grow past it but never fall behind it.
    const { database, health } = this.#ports;
    const [row, events] = await readOr(health, [undefined, []], () =>
      database.transaction("r", database.runs, database.events, async () => [await database.runs.get(run), await this.#query(run)] as const),
    );
    return verifyRun(run, events, row?.record.lastHash ?? null);
  }

  async exportLines(run: string | null): Promise<string> {
    const { database, health } = this.#ports;
    const runs = run === null ? await readOr(health, [], () => database.runs.orderBy("startedAt").primaryKeys()) : [run];
    const lines: string[] = [];
    for (const id of runs) for (const event of await this.events(id)) lines.push(`${canonicalJson(event)}\n`);
    return lines.join("");
  }

  async importLines(text: string): Promise<ImportOutcome> {
    const reading = await readImport(text);
    if (!reading.ok) return reading;
    const added: string[] = [];
    const same: string[] = [];
    const conflicts: { run: string; reason: string }[] = [];
    for (const [run, events] of reading.runs) {
      const state = runRecordOf(events);
      if (state === null) continue;
      const here = await this.events(run);
      if (here.length > 0) {
        if (here.at(-1)?.hash === state.record.lastHash) same.push(run);
        else conflicts.push({ run, reason: conflictReason(here, events) });
        continue;
      }
      const { record, fileHashes, tools } = state;
      const outcome = await writeOutcome(() => this.#add({ id: run, startedAt: record.startedAt, fileHashes, tools, record }, events));
      if (!outcome.ok) {
        const before = added.length === 0 ? "Nothing was imported." : `Only ${added.length} of ${reading.runs.size} runs were imported.`;
        return { ok: false, message: `${before} ${outcome.message}` };
      }
      added.push(run);
    }
    return { ok: true, added, same, conflicts };
  }

  async remove(run: string): Promise<WriteOutcome> {
    const { database, liveRuns } = this.#ports;
    if ((await liveRuns.current()).has(run)) return { ok: false, message: "It goes on right now, in this tab or another one. Stop it there first." };
    return writeOutcome(() =>
      database.transaction("rw", database.runs, database.events, database.files, async () => {
        const row = await database.runs.get(run);
        await database.runs.delete(run);
        await database.events.where("[run+seq]").between([run, 0], [run, Number.POSITIVE_INFINITY]).delete();
        for (const hash of row?.fileHashes ?? []) {
          if ((await database.runs.where("fileHashes").equals(hash).count()) === 0) await database.files.delete(hash);
        }
      }),
    );
  }

  subscribe(listener: () => void): () => void {
    return onTableChange(this.#ports.database, this.#ports.database.runs, listener);
  }

  async #row(run: string): Promise<RunRow | null> {
    const { database, health } = this.#ports;
    return (await readOr(health, undefined, () => database.runs.get(run))) ?? null;
  }

  /**
   * A record as it is shown: one that nobody is at work on any more was interrupted, unless it ended between the two
   * looks, at the record and at who works.
   */
  async #close(record: RunRecord, live: ReadonlySet<string>): Promise<RunRecord> {
    if (record.status !== "running" || live.has(record.id)) return record;
    const now = (await this.#row(record.id))?.record ?? record;
    return now.status === "running" ? { ...now, status: "interrupted" } : now;
  }

  #stored(run: string): Promise<readonly LoggedEvent[]> {
    return readOr(this.#ports.health, [], () => this.#query(run));
  }

  #query(run: string): PromiseLike<readonly LoggedEvent[]> {
    return this.#ports.database.events.where("[run+seq]").between([run, 0], [run, Number.POSITIVE_INFINITY]).toArray();
  }

  #add(row: RunRow, events: readonly LoggedEvent[]): PromiseLike<unknown> {
    const { database } = this.#ports;
    return database.transaction("rw", database.runs, database.events, async () => {
      await database.events.bulkAdd(events);
      await database.runs.add(row);
    });
  }
}

function conflictReason(here: readonly LoggedEvent[], there: readonly LoggedEvent[]): string {
  const differs = there.findIndex((event, index) => here[index]?.hash !== event.hash);
  return differs === -1
    ? `The run is here with ${here.length} events, of which the file holds only the first ${there.length}. The run here was kept.`
    : `The run is here with other events from event ${differs} on. The run here was kept.`;
}
