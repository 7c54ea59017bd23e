import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { createDexieFiles } from "#storage/dexie-files.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { DexieRunLog } from "./dexie-run-log.ts";
import { createLiveRuns } from "./live-runs.ts";
import { chained, linesOf, sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

function freshLog(factory = new IDBFactory(), secrets: readonly string[] = []) {
  const database = memoryDatabase(factory);
  const health = createStorageHealth();
  let clock = Date.UTC(2026, 10, 30, 12);
  const log = new DexieRunLog({ database, health, liveRuns: createLiveRuns(null), now: () => new Date(clock++), secrets: () => secrets });
  return { log, database, health, factory };
}

async function write(log: DexieRunLog, run: string, events: readonly AgentEvent[]) {
  const writer = log.open(run);
  for (const event of events) writer.append(event);
  return writer.flush();
}

describe("writing", () => {
  test("events come back in order, chained, with their record, and verify", async () => {
    const { log } = freshLog();
    expect(await write(log, "a", sampleRun())).toEqual({ ok: true });
    const events = await log.events("a");
    expect(events.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
      "0 run-start",
      "1 match-end",
      "2 execute-start",
      "3 execute-output",
      "4 execute-end",
      "5 run-end",
    ]);
    expect(await log.record("a")).toMatchObject({ id: "a", status: "ok", summary: "3", lastHash: events[5]?.hash });
    expect(await log.verify("a")).toEqual({ ok: true, events: 6 });
  });

  test("a stream of pieces is stored joined, whatever waits between them", async () => {
    const { log } = freshLog();
    const writer = log.open("a");
    const [start, ...rest] = sampleRun();
    if (start === undefined) throw new Error("the sample changed");
    writer.append(start);
    for (let index = 0; index < 1_000; index++) {
      writer.append({ type: "generate-delta", data: { attempt: 1, text: "token " } });
      if (index % 100 === 0) await Promise.resolve();
    }
    for (const event of rest) writer.append(event);
    expect(await writer.flush()).toEqual({ ok: true });
    const deltas = (await log.events("a")).filter((event) => event.type === "generate-delta");
    expect(deltas.length).toBe(1);
    expect(deltas[0]?.data).toEqual({ attempt: 1, text: "token ".repeat(1_000) });
  });

  test("a delta that nothing follows is stored after a short while", async () => {
    const { log, database } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    writer.append({ type: "execute-output", data: { attempt: 1, stream: "stdout", text: "alive" } });
    await expect.poll(() => database.events.get(["a", 3]), { timeout: 3_000 }).toMatchObject({ type: "execute-output", data: { text: "alive" } });
  });

  test("what is appended while a write goes on is not forgotten", async () => {
    const { log } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun()) {
      writer.append(event);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await writer.flush()).toEqual({ ok: true });
    expect(await log.events("a")).toHaveLength(6);
  });

  test("what JSON cannot say is the same in the log, its hash and its export", async () => {
    const { log } = freshLog();
    const events = sampleRun().map((event): AgentEvent => (event.type === "match-end" ? { ...event, data: { ...event.data, threshold: Number.NaN } } : event));
    await write(log, "a", events);
    expect((await log.events("a"))[1]).toMatchObject({ data: { threshold: null } });
    expect(await verifyLines(await log.exportLines("a"))).toMatchObject({ ok: true, events: 6 });
  });

  test("secrets never reach the log, not even cut in two by the stream", async () => {
    const { log, database } = freshLog(new IDBFactory(), ["e2b_0123456789"]);
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    writer.append({ type: "execute-output", data: { attempt: 1, stream: "stdout", text: "key e2b_0123" } });
    await writer.flush();
    writer.append({ type: "execute-output", data: { attempt: 1, stream: "stdout", text: "456789 ok" } });
    for (const event of sampleRun("e2b_0123456789").slice(3)) writer.append(event);
    await writer.flush();
    expect(JSON.stringify([await database.events.toArray(), await database.runs.toArray()])).not.toContain("0123");
    expect(await log.exportLines("a")).toContain('"text":"[secret] ok');
  });

  test("endless output keeps its head and tail", async () => {
    const { log } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    for (let index = 0; index < 300; index++)
      writer.append({ type: "execute-output", data: { attempt: 1, stream: "stdout", text: `${index}`.padStart(10_000, ".") } });
    for (const event of sampleRun().slice(4)) writer.append(event);
    expect(await writer.flush()).toEqual({ ok: true });
    const text = (await log.events("a")).map((event) => (event.type === "execute-output" ? event.data.text : "")).join("");
    expect(text.length).toBeLessThan(1_000_100);
    expect(text).toContain("2,000,000 characters left out of the log");
    expect(text.endsWith(".299")).toBe(true);
    expect(await log.verify("a")).toMatchObject({ ok: true });
  });
});

describe("failures", () => {
  test("a full disk is told by flush, and by every later one; what was written stays readable", async () => {
    const { log, database } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 2)) writer.append(event);
    expect(await writer.flush()).toEqual({ ok: true });
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    database.events.hook("creating", refuse);
    for (const event of sampleRun().slice(2)) writer.append(event);
    expect(await writer.flush()).toMatchObject({ ok: false, message: expect.stringContaining("storage for Skep is full") });
    database.events.hook("creating").unsubscribe(refuse);
    for (const event of sampleRun().slice(2)) writer.append(event);
    expect(await writer.flush()).toMatchObject({ ok: false });
    expect(await log.record("a")).toMatchObject({ status: "interrupted" });
    expect(await log.verify("a")).toEqual({ ok: true, events: 2 });
  });

  test("an event that JSON cannot hold is a failure that is told", async () => {
    const { log } = freshLog();
    const round: Record<string, unknown> = {};
    round.self = round;
    const [start] = sampleRun();
    const outcome = await write(log, "a", [{ ...start, data: round } as unknown as AgentEvent]);
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("run-start is not one that JSON can hold") });
  });

  test("an id that was used is refused, and the run there stays", async () => {
    const { log } = freshLog();
    await write(log, "a", sampleRun());
    expect(await write(log, "a", sampleRun("other"))).toMatchObject({ ok: false });
    expect(await log.record("a")).toMatchObject({ summary: "3" });
  });

  test("a run that is deleted while it goes on leaves nothing behind", async () => {
    const { log, database, factory } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 3)) writer.append(event);
    await writer.flush();
    // Without locks, another tab cannot know that the run goes on.
    expect(await freshLog(factory).log.remove("a")).toEqual({ ok: true });
    for (const event of sampleRun().slice(3)) writer.append(event);
    expect(await writer.flush()).toMatchObject({ ok: false, message: expect.stringContaining("deleted while it went on") });
    expect([await database.events.count(), await database.runs.count()]).toEqual([0, 0]);
  });

  test("a storage that is gone reads as empty and says so", async () => {
    const { log, database, health } = freshLog();
    await write(log, "a", sampleRun());
    database.close({ disableAutoOpen: true });
    expect(await log.list()).toEqual([]);
    expect(health.fault?.code).toBe("SK-STORAGE-CLOSED");
    expect(await log.remove("a")).toMatchObject({ ok: false });
  });
});

describe("a page that went away in the middle", () => {
  test("leaves a readable log that says so; nothing stored is rewritten", async () => {
    const { log, database, factory } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 4)) writer.append(event);
    await writer.flush();
    expect(await log.record("a")).toMatchObject({ status: "running" });
    expect(await log.events("a")).toHaveLength(4);
    database.close();

    const next = freshLog(factory);
    expect((await next.log.list())[0]).toMatchObject({ id: "a", status: "interrupted", summary: "3" });
    const events = await next.log.events("a");
    expect(events.at(-1)).toMatchObject({ type: "run-end", data: { status: "aborted", reason: "Interrupted: the page went away in the middle of this run." } });
    expect(await next.database.events.count()).toBe(4);
    expect(await next.log.verify("a")).toEqual({ ok: true, events: 4 });
    expect(await verifyLines(await next.log.exportLines("a"))).toMatchObject({ ok: true, events: 5 });
  });
});

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

describe("lists, export and import", () => {
  test("newest first, and export oldest first, one object a line", async () => {
    const { log } = freshLog();
    await write(log, "a", sampleRun("first"));
    await write(log, "b", sampleRun("second"));
    expect((await log.list()).map(({ id }) => id)).toEqual(["b", "a"]);
    const text = await log.exportLines(null);
    expect(text.endsWith("\n")).toBe(true);
    expect(await verifyLines(text)).toMatchObject({ ok: true, events: 12, runs: ["a", "b"] });
    expect(await log.exportLines("none")).toBe("");
  });

  test("an export is taken up elsewhere, byte for byte, and again changes nothing", async () => {
    const { log } = freshLog();
    await write(log, "a", sampleRun());
    await write(log, "b", sampleRun("b"));
    const text = await log.exportLines(null);
    const other = freshLog();
    expect(await other.log.importLines(text)).toEqual({ ok: true, added: ["a", "b"], same: [], conflicts: [] });
    expect(await other.log.exportLines(null)).toBe(text);
    expect(await other.log.list()).toEqual(await log.list());
    expect(await other.log.importLines(text)).toEqual({ ok: true, added: [], same: ["a", "b"], conflicts: [] });
  });

  test("an interrupted run stays interrupted on its way", async () => {
    const { log, factory, database } = freshLog();
    const writer = log.open("a");
    for (const event of sampleRun().slice(0, 4)) writer.append(event);
    await writer.flush();
    database.close();
    const text = await freshLog(factory).log.exportLines("a");
    expect(await freshLog(factory).log.importLines(text)).toMatchObject({ ok: true, same: ["a"] });
    const other = freshLog();
    expect(await other.log.importLines(text)).toMatchObject({ ok: true, added: ["a"] });
    expect(await other.log.record("a")).toMatchObject({ status: "interrupted" });
    expect(log).toBeDefined();
  });

  test("a run that is here with other events is a conflict, and the one here stays", async () => {
    const { log } = freshLog();
    await write(log, "a", sampleRun("mine"));
    const theirs = linesOf([...(await chained("a", sampleRun("theirs"))), ...(await chained("c", sampleRun()))]);
    expect(await log.importLines(theirs)).toEqual({
      ok: true,
      added: ["c"],
      same: [],
      conflicts: [{ run: "a", reason: "The run is here with other events from event 2 on. The run here was kept." }],
    });
    expect(await log.record("a")).toMatchObject({ summary: "mine" });
  });

  test("one bad event refuses the whole text, and is named", async () => {
    const { log } = freshLog();
    const text = linesOf([...(await chained("a", sampleRun())), ...(await chained("b", sampleRun("b")))]).replace("Add 1 and 2", "Add 1 and 9");
    expect(await log.importLines(text)).toEqual({
      ok: false,
      message: "Nothing was imported. Line 1: Its content does not fit its hash: it was changed after it was written.",
    });
    expect(await log.list()).toEqual([]);
  });

  test("a chain that fits around data that no reader could show is refused", async () => {
    const { log } = freshLog();
    const [start, ...rest] = sampleRun();
    const bad = [start, { type: "execute-output", data: { attempt: 1, stream: "stdin", text: 5 } } as unknown as AgentEvent, ...rest].filter(
      (event) => event !== undefined,
    );
    expect(await log.importLines(linesOf(await chained("a", bad)))).toMatchObject({
      ok: false,
      message: expect.stringContaining("Event 1 (execute-output) of run a is not whole: stream"),
    });
    expect(await log.importLines(linesOf(await chained("a", rest)))).toMatchObject({
      ok: false,
      message: expect.stringContaining("does not begin with a run-start"),
    });
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
