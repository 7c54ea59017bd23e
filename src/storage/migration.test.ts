import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { memoryDatabase } from "./memory-database.ts";

test("version 1 to 2: every old snippet is kept, as a draft with a version; runs learn which tool answered them", async () => {
  const factory = new IDBFactory();
  const old = new Dexie("skep-test", { indexedDB: factory, IDBKeyRange });
  old.version(1).stores({ runs: "id, startedAt, *fileHashes", events: "[run+seq]", snippets: "id, updatedAt, status", files: "sha256", settings: "key" });
  const snippet = {
    name: "n",
    description: "d",
    code: "print(1)\t \n",
    tags: ["t"],
    version: 3,
    provenance: { run: "r", model: null, task: "x" },
    createdAt: "2026-11-30T10:00:00.000Z",
    updatedAt: "2026-11-30T11:00:00.000Z",
  };
  await old.table("snippets").bulkAdd([
    { ...snippet, id: "draft", status: "draft" },
    { ...snippet, id: "core", status: "core" },
  ]);
  await old.table("runs").bulkAdd([
    { id: "with", startedAt: "2026-11-30T10:00:00.000Z", fileHashes: ["f"], record: { id: "with" } },
    { id: "without", startedAt: "2026-11-30T10:00:00.000Z", fileHashes: [], record: { id: "without" } },
  ]);
  await old.table("events").bulkAdd([
    { run: "with", seq: 0, type: "run-start", data: {} },
    { run: "with", seq: 1, type: "match-end", data: { chosen: "core" } },
    { run: "without", seq: 0, type: "match-end", data: { chosen: null } },
  ]);
  old.close();

  const database = memoryDatabase(factory);
  await database.open();
  expect(await database.snippets.get("draft")).toEqual({
    ...snippet,
    id: "draft",
    status: "draft",
    tool: null,
    tests: [],
    packages: [],
    uses: [],
    evidence: null,
    review: null,
    trail: [],
    deprecated: null,
  });
  expect(await database.snippets.get("core")).toMatchObject({
    status: "draft",
    trail: [{ time: snippet.updatedAt, from: "core", to: "draft", version: 3, reason: "It was kept before there were gates." }],
  });
  expect(await database.snippetVersions.get(["core", 3])).toMatchObject({ body: { code: "print(1)\t \n", tests: [] } });
  expect((await database.runs.where("tools").equals("core").toArray()).map(({ id }) => id)).toEqual(["with"]);
  expect(await database.runs.get("without")).toMatchObject({ tools: [] });
  expect(await database.events.count()).toBe(3);
});
