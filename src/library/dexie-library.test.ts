import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { makeCore } from "./core-for-tests.ts";
import { DexieLibrary } from "./dexie-library.ts";
import type { SnippetDraft, SnippetLibrary } from "./port.ts";

function freshLibrary(factory = new IDBFactory()) {
  const database = memoryDatabase(factory);
  const health = createStorageHealth();
  let clock = Date.UTC(2026, 10, 30, 12);
  return { library: new DexieLibrary({ database, health, now: () => new Date(clock++) }), database, health };
}

const DRAFT: SnippetDraft = {
  name: "total_by_region",
  description: "Totals per region.",
  code: "print('a')\t \n",
  tags: ["csv", " csv ", ""],
  provenance: { run: "r1", model: "m", task: "sum per region" },
};

async function saved(library: SnippetLibrary, draft: SnippetDraft = DRAFT) {
  const outcome = await library.save(draft);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.snippet;
}

test("a saved snippet is a draft of version 1, its code byte for byte, and is there after closing and opening again", async () => {
  const factory = new IDBFactory();
  const { library, database } = freshLibrary(factory);
  const snippet = await saved(library);
  expect(snippet).toMatchObject({ ...DRAFT, tags: ["csv"], status: "draft", version: 1, createdAt: "2026-11-30T12:00:00.000Z" });
  database.close();
  expect(await freshLibrary(factory).library.get(snippet.id)).toEqual(snippet);
});

test("what a caller hands in beside a draft does not get in", async () => {
  const { library } = freshLibrary();
  const snippet = await saved(library, { ...DRAFT, status: "core", id: "mine" } as SnippetDraft);
  expect(snippet.status).toBe("draft");
  expect(snippet.id).not.toBe("mine");
});

test("a changed byte of any part of the body sends a core snippet back to draft, adds a version and says why", async () => {
  const { library, database } = freshLibrary();
  const changes: readonly (readonly [Partial<SnippetDraft>, string])[] = [
    [{ code: "print('a')\t\n" }, "Its code changed."],
    [{ description: "Better words." }, "Its description changed."],
    [{ name: "other", packages: ["numpy"] }, "Its name, packages changed."],
    [{ tests: [{ name: "t", arguments: {}, files: [], expect: { output: "a" } }] }, "Its tests changed."],
  ];
  for (const [change, reason] of changes) {
    const { id } = await saved(library);
    await makeCore(database, id);
    const outcome = await library.update(id, { ...DRAFT, ...change });
    expect(outcome).toMatchObject({
      ok: true,
      snippet: { status: "draft", version: 2, evidence: null, review: null, trail: [{ from: "core", to: "draft", version: 2, reason }] },
    });
    expect(await database.snippetVersions.where("[snippet+version]").between([id, 0], [id, 9]).count()).toBe(2);
  }
});

test("tags are no part of the body", async () => {
  const { library, database } = freshLibrary();
  const { id } = await saved(library);
  await makeCore(database, id);
  expect(await library.update(id, { ...DRAFT, tags: ["other"] })).toMatchObject({ ok: true, snippet: { status: "core", version: 1, tags: ["other"] } });
});

test("no name, no code, and a snippet that is gone are told", async () => {
  const { library } = freshLibrary();
  expect(await library.save({ ...DRAFT, name: " " })).toEqual({ ok: false, message: "A snippet needs a name." });
  expect(await library.save({ ...DRAFT, code: "\n" })).toEqual({ ok: false, message: "A snippet needs code." });
  expect(await library.update("gone", DRAFT)).toEqual({ ok: false, message: "The snippet is not here any more." });
});

test("the newest change comes first; a removed one is gone", async () => {
  const { library } = freshLibrary();
  const first = await saved(library, { ...DRAFT, name: "first" });
  const second = await saved(library, { ...DRAFT, name: "second" });
  await library.update(first.id, { ...DRAFT, name: "first again" });
  expect((await library.list()).map(({ name }) => name)).toEqual(["first again", "second"]);
  expect(await library.remove(second.id)).toEqual({ ok: true });
  expect(await library.get(second.id)).toBeNull();
});

test("a core tool whose stored body is not the one that was tested and reviewed, or that is deprecated, does not match", async () => {
  const { library, database } = freshLibrary();
  const { id } = await saved(library);
  await makeCore(database, id);
  await database.snippets.update(id, { code: "print('smuggled in')" });
  expect(await library.match("total per region")).toEqual([]);
  await database.snippets.update(id, { code: DRAFT.code, deprecated: { time: "t", reason: "r" } });
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(await library.match("total per region")).toEqual([]);
});

test("only core snippets match, and the ranking follows every change", async () => {
  const { library, database } = freshLibrary();
  const { id } = await saved(library);
  expect(await library.match("total per region")).toEqual([]);
  await database.snippets.update(id, { status: "core" });
  expect(await library.match("total per region")).toEqual([]);
  await makeCore(database, id);
  await expect.poll(() => library.match("total per region")).toEqual([{ id, name: "total_by_region", score: 1 }]);
  await library.update(id, { ...DRAFT, code: "changed" });
  expect(await library.match("total per region")).toEqual([]);
});

test("a storage that is gone reads as empty, says so, and keeps nothing", async () => {
  const { library, database, health } = freshLibrary();
  database.close({ disableAutoOpen: true });
  expect(await library.list()).toEqual([]);
  expect(await library.match("anything else")).toEqual([]);
  expect(health.fault?.code).toBe("SK-STORAGE-CLOSED");
  expect(await library.save(DRAFT)).toMatchObject({ ok: false });
  expect(await library.update("x", DRAFT)).toMatchObject({ ok: false, message: expect.stringContaining("Reload this page") });
});
