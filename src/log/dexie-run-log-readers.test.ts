import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { createDexieFiles } from "#storage/dexie-files.ts";
import type { memoryDatabase } from "#storage/memory-database.ts";
import { DexieRunLog } from "./dexie-run-log.ts";
import { createLiveRuns } from "./live-runs.ts";
import { freshLog, write } from "./log-for-tests.ts";
import { sampleRun } from "./sample-events.ts";

describe("verify", () => {
  async function tampered(change: (database: ReturnType<typeof memoryDatabase>) => Promise<unknown>) {
    const { log, database } = freshLog();
    await write(log, "a", sampleRun());
    await change(database);
    return log.verify("a");
  }

  test("names a changed event", async () => {
    const verdict = await tampered((database) =>
      database.events
        .where("[run+seq]")
        .equals(["a", 3])
        .modify((event) => {
          Object.assign(event.data, { text: "4\n" });
        }),
    );
    expect(verdict).toEqual({ ok: false, run: "a", seq: 3, line: 4, reason: "Its content does not fit its hash: it was changed after it was written." });
  });

  test("names a deleted event, and a deleted end", async () => {
    expect(await tampered((database) => database.events.delete(["a", 2]))).toMatchObject({
      ok: false,
      seq: 3,
      reason: "Event 2 of the run is missing before it.",
    });
    expect(await tampered((database) => database.events.delete(["a", 5]))).toMatchObject({
      ok: false,
      seq: 4,
      reason: expect.stringContaining("the end of its log is gone"),
    });
  });

  test("knows no run that is not there", async () => {
    expect(await freshLog().log.verify("none")).toMatchObject({ ok: false, missing: true, reason: "The log holds no event of this run: it was deleted." });
  });
});

describe("runs of other tabs", () => {
  test("nothing is stored before other tabs can see that the run goes on", async () => {
    let grant: () => void = () => undefined;
    const locks = {
      request: (_name: string, begin: () => Promise<void>) =>
        new Promise<void>((resolve) => {
          grant = () => resolve(begin());
        }),
      query: async () => ({ held: [], pending: [] }),
    } as unknown as LockManager;
    const { database, health } = freshLog();
    const log = new DexieRunLog({ database, health, liveRuns: createLiveRuns(locks), now: () => new Date(), secrets: () => [] });
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await database.runs.count()).toBe(0);
    grant();
    expect(await writer.flush()).toEqual({ ok: true });
    expect(await log.list()).toMatchObject([{ id: "a", status: "running" }]);
  });

  test("a run that ends between the look at its record and the look at who works is shown as it ended", async () => {
    const { database, health, log: own } = freshLog();
    const writer = own.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    await writer.flush();
    const liveRuns = {
      hold: () => ({ seen: Promise.resolve(), release: () => undefined }),
      current: async () => {
        for (const event of sampleRun().slice(3)) writer.append(event);
        await writer.flush();
        return new Set<string>();
      },
    };
    const other = new DexieRunLog({ database, health, liveRuns, now: () => new Date(), secrets: () => [] });
    expect(await other.list()).toMatchObject([{ id: "a", status: "ok" }]);
  });
});

describe("removing", () => {
  test("takes the events, and the files that no other run refers to", async () => {
    const { log, database, health } = freshLog();
    const files = createDexieFiles(database, health);
    const put = async (path: string) => {
      const outcome = await files.put({ path, bytes: new TextEncoder().encode(path) });
      if (!outcome.ok) throw new Error(outcome.message);
      return outcome.reference;
    };
    const [own, shared] = [await put("own"), await put("shared")];
    const using = (references: readonly (typeof own)[]) =>
      sampleRun().map((event): AgentEvent => (event.type === "run-start" ? { ...event, data: { ...event.data, files: references } } : event));
    await write(log, "a", using([own, shared]));
    await write(log, "b", using([shared]));
    expect(await log.remove("a")).toEqual({ ok: true });
    expect(await log.record("a")).toBeNull();
    expect(await log.events("a")).toEqual([]);
    expect(await files.get(own.sha256)).toBeNull();
    expect(await files.get(shared.sha256)).not.toBeNull();
    await log.remove("b");
    expect(await database.files.count()).toBe(0);
  });

  test("is refused while the run goes on, and says so", async () => {
    const { log } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    await writer.flush();
    expect(await log.remove("a")).toEqual({ ok: false, message: "It goes on right now, in this tab or another one. Stop it there first." });
    expect(await log.record("a")).toMatchObject({ status: "running" });
    for (const event of sampleRun().slice(3)) writer.append(event);
    await writer.flush();
    expect(await log.remove("a")).toEqual({ ok: true });
  });

  test("listeners hear of changes until they leave", async () => {
    const { log, database } = freshLog();
    await database.open();
    let calls = 0;
    const undo = log.subscribe(() => calls++);
    await write(log, "a", sampleRun());
    await expect.poll(() => calls).toBeGreaterThan(0);
    undo();
    const before = calls;
    await log.remove("a");
    expect(calls).toBe(before);
  });
});
