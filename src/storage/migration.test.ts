import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import type { NetworkGrant } from "#domain/network.ts";
import type { PackageFile } from "#domain/package-file.ts";
import { UNPROVEN } from "#domain/snippet.ts";
import { SCHEMA_VERSION } from "./database.ts";
import { memoryDatabase } from "./memory-database.ts";

/** What each released version's stores were, as it was released: with a new version the newest of these is written down here. */
const RELEASED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: { runs: "id, startedAt, *fileHashes", events: "[run+seq]", snippets: "id, updatedAt, status", files: "sha256", settings: "key" },
  2: {
    runs: "id, startedAt, *fileHashes, *tools",
    events: "[run+seq]",
    snippets: "id, name, updatedAt, status",
    snippetVersions: "[snippet+version]",
    files: "sha256",
    settings: "key",
  },
  3: {
    runs: "id, startedAt, *fileHashes, *tools",
    events: "[run+seq]",
    snippets: "id, name, updatedAt, status",
    snippetVersions: "[snippet+version]",
    files: "sha256",
    settings: "key",
    networkGrants: "host",
    packageFiles: "url, name",
  },
};

/** What version 3 brought. */
const GRANT: NetworkGrant = { host: "api.example.org", grantedAt: "2026-11-30T10:00:00.000Z" };
const PACKAGE: PackageFile = {
  url: "https://index.example.org/a.whl",
  name: "a",
  kind: "wheel",
  version: "1.0",
  contentType: "application/zip",
  sha256: "bb",
  bytes: new Uint8Array([1]),
  fetchedAt: 1_700_000_000_000,
};

/** A tool's source beside a program. */
const MODULE = { path: "skep_tools/add.py", size: 3, sha256: "ab".repeat(32) };

const OLDER = Object.keys(RELEASED).map(Number);

/** A database as a released version left it, to be filled and closed. */
function ofVersion(version: number, factory: IDBFactory): Dexie {
  const old = new Dexie("skep-test", { indexedDB: factory, IDBKeyRange });
  old.version(version).stores(RELEASED[version] ?? {});
  return old;
}

test("every version before the newest is tried below", () => {
  expect(OLDER).toEqual(Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1));
});

test.each(OLDER)("version %d to the newest: what was kept is there as it was, and what came since can be kept", async (version) => {
  const factory = new IDBFactory();
  const old = ofVersion(version, factory);
  const time = "2026-11-30T10:00:00.000Z";
  const content: Record<string, readonly object[]> = {
    runs: [{ id: "run", startedAt: time, fileHashes: ["aa"], ...(version > 1 ? { tools: ["tool"] } : {}), record: { id: "run", task: "Sum é" } }],
    events: [
      { run: "run", seq: 0, type: "run-start", data: { task: "Sum é", files: [{ path: "data.csv", size: 1, sha256: "aa" }, MODULE] } },
      { run: "run", seq: 1, type: "match-end", data: { chosen: "tool" } },
      { run: "run", seq: 2, type: "execute-start", data: { code: "", inputs: [{ ...MODULE, path: "skep_tools/more.py" }] } },
    ],
    snippets: [
      { id: "tool", name: "add", code: "print(1)\t \r\n", tags: ["t"], version: 2, updatedAt: time, status: "draft", ...(version > 1 ? UNPROVEN : {}) },
    ],
    ...(version > 1 ? { snippetVersions: [{ snippet: "tool", version: 2, time, body: { code: "print(1)\t \r\n" } }] } : {}),
    files: [{ sha256: "aa", size: 3, bytes: new Uint8Array([0, 255, 10]) }],
    settings: [{ key: "theme", value: "dark" }],
    ...(version > 2 ? { networkGrants: [{ ...GRANT, host: "old.example.org" }], packageFiles: [{ ...PACKAGE, url: "https://old.example.org" }] } : {}),
  };
  for (const [table, rows] of Object.entries(content)) await old.table(table).bulkAdd(rows);
  old.close();

  const database = memoryDatabase(factory);
  await database.open();
  const { runs, ...others } = content;
  for (const [table, rows] of Object.entries(others)) expect(await database.table(table).toArray(), table).toMatchObject(rows);
  const tools = ["tool", `skep_tools/add.py ${MODULE.sha256}`, `skep_tools/more.py ${MODULE.sha256}`];
  expect(await database.runs.toArray()).toMatchObject((runs ?? []).map((run) => ({ ...run, tools })));
  expect((await database.runs.where("tools").equals("tool").toArray()).map(({ id }) => id)).toEqual(["run"]);
  expect(await database.snippetVersions.get(["tool", 2])).toMatchObject({ body: { code: "print(1)\t \r\n" } });
  expect(await database.snippets.where("name").equals("add").count()).toBe(1);
  await database.networkGrants.add(GRANT);
  await database.packageFiles.add(PACKAGE);
  database.close();

  const again = memoryDatabase(factory);
  await again.open();
  expect(await again.networkGrants.get("api.example.org")).toEqual(GRANT);
  expect(await again.packageFiles.where("name").equals("a").count()).toBe(version > 2 ? 2 : 1);
});

test("version 1 to 2: every old snippet is kept, as a draft with a version; runs learn which tool answered them", async () => {
  const factory = new IDBFactory();
  const old = ofVersion(1, factory);
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
