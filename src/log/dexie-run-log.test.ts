import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { freshLog, write } from "./log-for-tests.ts";
import { sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

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
    const factory = new IDBFactory();
    const { log, database } = freshLog(factory);
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
    const factory = new IDBFactory();
    const { log, database } = freshLog(factory);
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
