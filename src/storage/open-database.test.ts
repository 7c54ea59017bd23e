import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { SCHEMA_VERSION } from "./database.ts";
import { memoryDatabase } from "./memory-database.ts";
import { onTableChange } from "./on-table-change.ts";
import { openDatabase } from "./open-database.ts";
import { createStorageHealth } from "./storage-health.ts";

test("opens at the newest version", async () => {
  const database = memoryDatabase();
  const health = createStorageHealth();
  expect(await openDatabase(database, health)).toBeNull();
  expect(database.verno).toBe(SCHEMA_VERSION);
  expect(health.fault).toBeNull();
});

test("a database of a newer Skep is left alone", async () => {
  const factory = new IDBFactory();
  const newer = new Dexie("skep-test", { indexedDB: factory, IDBKeyRange });
  newer
    .version(SCHEMA_VERSION + 1)
    .stores({ runs: "id, startedAt, *fileHashes", events: "[run+seq]", snippets: "id, updatedAt, status", files: "sha256", settings: "key" });
  await newer.open();
  newer.close();
  const database = memoryDatabase(factory);
  const fault = await openDatabase(database, createStorageHealth());
  expect(fault?.code).toBe("SK-STORAGE-NEWER");
  await expect(database.runs.count()).rejects.toThrow();
  expect((await factory.databases())[0]?.version).toBe((SCHEMA_VERSION + 1) * 10);
});

test("a browser without IndexedDB is told so", async () => {
  const database = memoryDatabase();
  Object.assign(Reflect.get(database, "_deps"), { indexedDB: undefined });
  expect((await openDatabase(database, createStorageHealth()))?.code).toBe("SK-STORAGE-UNAVAILABLE");
});

test("a storage that another tab holds, or that does not answer, keeps the page waiting no longer than it must", async () => {
  const factory = new IDBFactory();
  const older = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = factory.open("skep-test", 10);
    request.onsuccess = () => resolve(request.result);
    request.onerror = reject;
  });
  const database = memoryDatabase(factory);
  const health = createStorageHealth();
  expect((await openDatabase(database, health))?.code).toBe("SK-STORAGE-BLOCKED");
  expect(health.fault?.code).toBe("SK-STORAGE-BLOCKED");
  older.close();
  await expect.poll(() => health.fault).toBeNull();
  expect(database.isOpen()).toBe(true);

  const mute = new IDBFactory();
  let answer = (_databases: readonly IDBDatabaseInfo[]): void => undefined;
  Object.assign(mute, { databases: () => new Promise((resolve) => (answer = resolve)) });
  const silent = memoryDatabase(mute);
  expect((await openDatabase(silent, health, 1))?.code).toBe("SK-STORAGE-SILENT");
  answer([]);
  await expect.poll(() => health.fault).toBeNull();
  expect(silent.isOpen()).toBe(true);
});

test("erasure in another tab closes this one for good and is reported", async () => {
  const factory = new IDBFactory();
  const here = memoryDatabase(factory);
  const health = createStorageHealth();
  const told: string[] = [];
  health.subscribe((fault) => told.push(fault?.message ?? ""));
  await openDatabase(here, health);
  // As another tab would: straight at the factory, unknown to this Dexie.
  await new Promise((resolve, reject) => {
    const request = factory.deleteDatabase("skep-test");
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(told).toEqual(["Skep's data was erased in another tab."]);
  await expect(here.runs.count()).rejects.toThrow();
});

test("a change of a table calls its listeners and no others, until undone", async () => {
  const database = memoryDatabase();
  await database.open(); // Creation counts as a change of every table.
  let settings = 0;
  let snippets = 0;
  const undo = onTableChange(database, database.settings, () => settings++);
  onTableChange(database, database.snippets, () => snippets++);
  await database.settings.put({ key: "theme", value: "dark" });
  await expect.poll(() => settings).toBe(1);
  expect(snippets).toBe(0);
  undo();
  await database.settings.put({ key: "theme", value: "light" });
  expect(settings).toBe(1);
});
