import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { createDexieSettings } from "./dexie-settings.ts";
import { memoryDatabase } from "./memory-database.ts";
import { createStorageHealth } from "./storage-health.ts";

const POLICY = { defaults: DEFAULT_SETTINGS, locked: [] };

test("a fresh browser has the defaults and no problems", async () => {
  const store = createDexieSettings(memoryDatabase(), createStorageHealth(), POLICY);
  expect(await store.load()).toEqual({ settings: DEFAULT_SETTINGS, problems: [], locked: [] });
});

test("what was saved is there after closing and opening again", async () => {
  const factory = new IDBFactory();
  const first = memoryDatabase(factory);
  const settings = { ...DEFAULT_SETTINGS, timeoutMs: 2_000, theme: "dark" as const };
  expect(await createDexieSettings(first, createStorageHealth(), POLICY).save(settings)).toEqual({ ok: true });
  first.close();
  const second = createDexieSettings(memoryDatabase(factory), createStorageHealth(), POLICY);
  expect((await second.load()).settings).toEqual(settings);
});

test("a stored value that does not validate is left out and named with what it should be", async () => {
  const database = memoryDatabase();
  await database.settings.bulkPut([
    { key: "timeoutMs", value: "soon" },
    { key: "attemptLimit", value: 5 },
    { key: "theme", value: "sepia" },
    { key: "colour", value: "red" },
  ]);
  const { settings, problems } = await createDexieSettings(database, createStorageHealth(), POLICY).load();
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, attemptLimit: 5 });
  expect(problems).toEqual([
    "The stored setting colour is not one that this version knows; it was left out.",
    'The stored setting theme must be one of light, dark, auto, but is "sepia"; "auto" is used.',
    'The stored setting timeoutMs must be a whole number of milliseconds from 100 to 3600000, but is "soon"; 60000 is used.',
  ]);
});

test("a bad value is refused on saving and nothing is stored", async () => {
  const database = memoryDatabase();
  const store = createDexieSettings(database, createStorageHealth(), POLICY);
  const outcome = await store.save({ ...DEFAULT_SETTINGS, memoryMiB: 2_048, attemptLimit: 0 });
  expect(outcome).toEqual({ ok: false, message: "attemptLimit must be a whole number of attempts from 1 to 20" });
  expect(await database.settings.count()).toBe(0);
});

test("only what differs is stored, so a deployment's new default reaches who never chose", async () => {
  const database = memoryDatabase();
  const before = createDexieSettings(database, createStorageHealth(), POLICY);
  await before.save({ ...DEFAULT_SETTINGS, theme: "dark" });
  const after = createDexieSettings(database, createStorageHealth(), { defaults: { ...DEFAULT_SETTINGS, timeoutMs: 5_000, theme: "light" }, locked: [] });
  expect((await after.load()).settings).toEqual({ ...DEFAULT_SETTINGS, timeoutMs: 5_000, theme: "dark" });
  await before.save(DEFAULT_SETTINGS);
  expect(await database.settings.count()).toBe(0);
});

test("a locked setting keeps the deployment's value, stored or saved", async () => {
  const database = memoryDatabase();
  await database.settings.put({ key: "executor", value: "bee" });
  const store = createDexieSettings(database, createStorageHealth(), { defaults: DEFAULT_SETTINGS, locked: ["executor"] });
  expect(await store.load()).toEqual({ settings: DEFAULT_SETTINGS, problems: [], locked: ["executor"] });
  await store.save({ ...DEFAULT_SETTINGS, executor: "e2b" });
  expect(await database.settings.get("executor")).toEqual({ key: "executor", value: "bee" });
});

test("a closed database is told: defaults with a reported fault, and a save that says no", async () => {
  const database = memoryDatabase();
  const health = createStorageHealth();
  const store = createDexieSettings(database, health, POLICY);
  database.close({ disableAutoOpen: true });
  expect((await store.load()).settings).toEqual(DEFAULT_SETTINGS);
  expect(health.fault?.code).toBe("SK-STORAGE-CLOSED");
  expect(await store.save({ ...DEFAULT_SETTINGS, theme: "dark" })).toMatchObject({ ok: false, message: expect.stringContaining("Reload this page") });
});
