import type { AgentEvent } from "#domain/agent-event.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { DexieRunLog } from "./dexie-run-log.ts";
import { createLiveRuns } from "./live-runs.ts";

/** A log over a database in memory; the same factory opens the same data again. */
export function freshLog(factory?: Parameters<typeof memoryDatabase>[0], secrets: readonly string[] = []) {
  const database = memoryDatabase(factory);
  const health = createStorageHealth();
  let clock = Date.UTC(2026, 10, 30, 12);
  const log = new DexieRunLog({ database, health, liveRuns: createLiveRuns(null), now: () => new Date(clock++), secrets: () => secrets });
  return { log, database, health };
}

/** Writes a run's events and waits until they are stored. */
export async function write(log: DexieRunLog, run: string, events: readonly AgentEvent[]) {
  const writer = log.open(run);
  for (const event of events) writer.append(event);
  return writer.flush();
}
