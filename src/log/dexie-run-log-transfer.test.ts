import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { AgentEvent } from "#domain/agent-event.ts";
import { freshLog, write } from "./log-for-tests.ts";
import { chained, linesOf, sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

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
    const factory = new IDBFactory();
    const { log, database } = freshLog(factory);
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
