import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import { messageOf } from "#domain/fault.ts";
import type { SkepDatabase } from "#storage/database.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { boundOutput } from "./bound-output.ts";
import { chainFilters, type FilterChain, isDelta } from "./event-filter.ts";
import { chainEvent, GENESIS_HASH } from "./hash-chain.ts";
import { joinDeltas } from "./join-deltas.ts";
import { limitEvent } from "./limit-event.ts";
import type { HeldRun } from "./live-runs.ts";
import { plainEvent } from "./plain-event.ts";
import type { RunWriter, WriteOutcome } from "./port.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { type RecordInProgress, reduceRecord } from "./run-record-of.ts";

/** Milliseconds that a delta may wait for the next ones: what a crash can lose of a stream. */
const JOIN_MS = 400;

/** Places in the chain of filters. The first one, which may hold back the half of a key, lets go only when the next event came. */
const BOUND = 1;
const JOIN = 2;

export interface RunWriterPorts {
  readonly database: SkepDatabase;
  readonly now: () => Date;
  /** Keys that the page holds; they never reach the log. */
  readonly secrets: () => readonly string[];
  /** This page's hold on the run, released when its last event is stored or nothing more will be. */
  readonly held: HeldRun;
}

/** One run on its way into the database. Events are hashed and stored in order, as many at a time as came meanwhile. */
export class DexieRunWriter implements RunWriter {
  readonly run: string;
  readonly #ports: RunWriterPorts;
  readonly #filters: FilterChain;
  #pending: { readonly event: AgentEvent; readonly time: string }[] = [];
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #seq = 0;
  #prev = GENESIS_HASH;
  #state: RecordInProgress | null = null;
  #failure: string | null = null;
  #closed = false;

  constructor(run: string, ports: RunWriterPorts) {
    this.run = run;
    this.#ports = ports;
    this.#filters = chainFilters([redactSecrets(ports.secrets), boundOutput(), joinDeltas()]);
  }

  append(event: AgentEvent): void {
    if (this.#failure !== null) return;
    try {
      this.#queue(this.#filters.push(plainEvent(event)));
    } catch (thrown) {
      this.#fail(`The event ${event.type} is not one that JSON can hold: ${messageOf(thrown)}`);
    }
    if (isDelta(event)) this.#timer ??= setTimeout(() => this.#drain(JOIN), JOIN_MS);
  }

  async flush(): Promise<WriteOutcome> {
    this.#drain(BOUND);
    while (this.#writing !== null) await this.#writing;
    return this.#failure === null ? { ok: true } : { ok: false, message: this.#failure };
  }

  #drain(from: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#queue(this.#filters.drainFrom(from));
  }

  #queue(events: readonly AgentEvent[]): void {
    if (this.#failure !== null || events.length === 0) return;
    const time = this.#ports.now().toISOString();
    for (const event of events) this.#pending.push({ event: limitEvent(event), time });
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    await this.#ports.held.seen; // Also lets the events of one burst share one transaction.
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      const outcome = await writeOutcome(() => this.#store(batch));
      if (!outcome.ok) this.#fail(outcome.message);
    }
    this.#writing = null; // In the same step as the last look at the queue: what comes next starts anew.
  }

  async #store(batch: readonly { readonly event: AgentEvent; readonly time: string }[]): Promise<void> {
    const { database } = this.#ports;
    const events: LoggedEvent[] = [];
    let prev = this.#prev;
    let state = this.#state;
    for (const { event, time } of batch) {
      const logged = await chainEvent(event, { run: this.run, seq: this.#seq + events.length, time, prev });
      prev = logged.hash;
      state = reduceRecord(state, logged);
      events.push(logged);
    }
    if (state === null) return;
    const { record, fileHashes, tools } = state;
    await database.transaction("rw", database.runs, database.events, async () => {
      if (this.#seq > 0 && (await database.runs.get(this.run)) === undefined) throw new Error("The run was deleted while it went on.");
      await database.events.bulkAdd(events);
      await database.runs.put({ id: this.run, startedAt: record.startedAt, fileHashes, tools, record });
    });
    this.#seq += events.length;
    this.#prev = prev;
    this.#state = state;
    if (record.status !== "running") this.#close();
  }

  #fail(message: string): void {
    this.#failure ??= message;
    this.#pending = [];
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#ports.held.release();
  }
}
