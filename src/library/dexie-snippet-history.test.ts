import { describe, expect, test } from "vitest";
import { sha256 } from "#domain/sha256.ts";
import { DexieRunLog } from "#log/dexie-run-log.ts";
import { createLiveRuns } from "#log/live-runs.ts";
import { sampleRun } from "#log/sample-events.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { makeCore } from "./core-for-tests.ts";
import { DexieLibrary } from "./dexie-library.ts";
import { createSnippetHistory } from "./dexie-snippet-history.ts";
import type { SnippetDraft } from "./port.ts";

const DRAFT: SnippetDraft = { name: "one", description: "First.", code: "print(1)", tags: [], provenance: { run: null, model: null, task: null } };

async function fresh() {
  const database = memoryDatabase();
  let clock = Date.UTC(2026, 10, 30, 12);
  const store = { database, health: createStorageHealth(), now: () => new Date(clock++) };
  const library = new DexieLibrary(store);
  const saved = await library.save(DRAFT);
  if (!saved.ok) throw new Error(saved.message);
  return { database, library, history: createSnippetHistory(store), id: saved.snippet.id, store };
}

describe("versions", () => {
  test("every body is kept, newest first, and an earlier one comes back as a new version and a draft", async () => {
    const { library, history, id, database } = await fresh();
    await library.update(id, { ...DRAFT, code: "print(2)", packages: ["numpy"] });
    await makeCore(database, id);
    expect((await history.versions(id)).map(({ version, body }) => [version, body.code])).toEqual([
      [2, "print(2)"],
      [1, "print(1)"],
    ]);
    expect(await history.rollBack(id, 1, "two was slower")).toMatchObject({
      ok: true,
      snippet: {
        version: 3,
        code: "print(1)",
        packages: [],
        status: "draft",
        trail: [{ from: "core", to: "draft", version: 3, reason: "Rolled back to version 1: two was slower" }],
      },
    });
    expect(await history.versions(id)).toHaveLength(3);
  });

  test("what is not there, or is the current one, is told", async () => {
    const { history, id } = await fresh();
    expect(await history.rollBack(id, 9, "r")).toEqual({ ok: false, message: "Version 9 is not here any more." });
    expect(await history.rollBack(id, 1, "r")).toEqual({ ok: false, message: "Version 1 is the current one." });
    expect(await history.rollBack(id, 1, " ")).toEqual({ ok: false, message: "Say why it goes back." });
    expect(await history.versions("none")).toEqual([]);
  });

  test("versions go with their snippet", async () => {
    const { library, id, database } = await fresh();
    await library.update(id, { ...DRAFT, code: "2" });
    await library.remove(id);
    expect(await database.snippetVersions.count()).toBe(0);
  });
});

describe("the way down", () => {
  test("a demotion keeps the body and says why; below reviewed the review is gone", async () => {
    const { history, id, database } = await fresh();
    await makeCore(database, id);
    expect(await history.demote(id, "reviewed", " wrong for empty files ")).toMatchObject({
      ok: true,
      snippet: { status: "reviewed", version: 1, review: { reviewer: "Ada" }, trail: [{ from: "core", to: "reviewed", reason: "wrong for empty files" }] },
    });
    expect(await history.demote(id, "tested", "r")).toMatchObject({ ok: true, snippet: { status: "tested", review: null } });
    expect(await history.demote(id, "core", "r")).toEqual({ ok: false, message: "It is tested; core is no step down." });
    expect(await history.demote(id, "draft", " ")).toEqual({ ok: false, message: "Say why it goes down." });
    expect(await history.demote("none", "draft", "r")).toEqual({ ok: false, message: "The snippet is not here any more." });
  });

  test("a deprecated tool keeps its status, is not matched, and may come back", async () => {
    const { library, history, id, database } = await fresh();
    await makeCore(database, id);
    expect(await library.match("one")).toHaveLength(1);
    expect(await history.deprecate(id, "use two")).toMatchObject({ ok: true, snippet: { status: "core", deprecated: { reason: "use two" } } });
    await expect.poll(() => library.match("one")).toEqual([]);
    expect(await history.deprecate(id, "")).toMatchObject({ ok: false });
    await history.deprecate(id, null);
    await expect.poll(() => library.match("one")).toHaveLength(1);
    expect((await library.get(id))?.trail.map(({ from, to, reason }) => `${from} → ${to}: ${reason}`)).toEqual([
      "core → core: Deprecated: use two",
      "core → core: Taken into use again.",
    ]);
  });
});

test("usage is what the log says", async () => {
  const { history, id, store } = await fresh();
  const log = new DexieRunLog({ ...store, liveRuns: createLiveRuns(null), secrets: () => [] });
  expect((await history.usages()).size).toBe(0);
  for (const [run, chosen, status] of [
    ["a", id, "ok"],
    ["b", id, "error"],
    ["c", "other", "ok"],
  ] as const) {
    const writer = log.open(run);
    for (const event of sampleRun()) {
      if (event.type === "match-end") writer.append({ ...event, data: { ...event.data, chosen } });
      else writer.append(event.type === "run-end" ? { ...event, data: { ...event.data, status } } : event);
    }
    await writer.flush();
  }
  const all = await history.usages();
  expect([...all.keys()].sort()).toEqual(["other", id].sort());
  expect(all.get(id)).toEqual({
    calls: 2,
    byTools: 0,
    succeeded: 1,
    lastCall: (await log.record("b"))?.startedAt,
    lastSuccess: (await log.record("a"))?.startedAt,
  });
});

test("a call by another tool is use of the tool as well, in the version whose text lay beside the program, and once a run", async () => {
  const { library, history, id, store } = await fresh();
  const twin = await library.save({ ...DRAFT, code: `${DRAFT.code}\n# another text under the same name\n` });
  if (!twin.ok) throw new Error(twin.message);
  await library.update(id, { ...DRAFT, code: `${DRAFT.code}\n# a later version\n` });
  const log = new DexieRunLog({ ...store, liveRuns: createLiveRuns(null), secrets: () => [] });
  const module = { path: `skep_tools/${DRAFT.name}.py`, size: 1, sha256: await sha256(DRAFT.code) };
  for (const [run, chosen, where] of [
    ["by hand", "caller", "run-start"],
    ["by the agent", "caller", "execute-start"],
    ["by itself", id, "execute-start"],
  ] as const) {
    const writer = log.open(run);
    for (const event of sampleRun()) {
      if (event.type === "match-end") writer.append({ ...event, data: { ...event.data, chosen } });
      else if (event.type === "run-start" && where === event.type) writer.append({ ...event, data: { ...event.data, files: [module] } });
      else if (event.type === "execute-start" && where === event.type) writer.append({ ...event, data: { ...event.data, inputs: [module] } });
      else writer.append(event);
    }
    await writer.flush();
  }
  const all = await history.usages();
  expect(all.get(id)).toMatchObject({ calls: 3, byTools: 2, succeeded: 3 });
  expect(all.get("caller")).toMatchObject({ calls: 2, byTools: 0 });
  expect(all.has(twin.snippet.id)).toBe(false);
});

test("used by: who imports it", async () => {
  const { library, history, id, database } = await fresh();
  const other = await library.save({ ...DRAFT, name: "two" });
  if (!other.ok) throw new Error(other.message);
  await database.snippets.update(other.snippet.id, { uses: [{ name: "one", version: 1, bodyHash: "h" }] });
  expect((await history.usedBy(id)).map(({ name }) => name)).toEqual(["two"]);
  expect(await history.usedBy(other.snippet.id)).toEqual([]);
});
