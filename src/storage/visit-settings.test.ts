import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { createDexieSettings } from "./dexie-settings.ts";
import { memoryDatabase } from "./memory-database.ts";
import { createStorageHealth } from "./storage-health.ts";
import { layVisit } from "./visit-settings.ts";

test("what the address asked for holds for the visit and is stored only once a person chose otherwise", async () => {
  const store = createDexieSettings(memoryDatabase(), createStorageHealth(), { defaults: DEFAULT_SETTINGS, locked: [] });
  await store.save({ ...DEFAULT_SETTINGS, attemptLimit: 5 });
  const visit = layVisit(store, { attemptLimit: 1, executor: "bee" });
  const { settings } = await visit.load();
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, attemptLimit: 1, executor: "bee" });

  await visit.save({ ...settings, theme: "dark" });
  expect((await store.load()).settings).toEqual({ ...DEFAULT_SETTINGS, attemptLimit: 5, theme: "dark" });

  await visit.save({ ...settings, attemptLimit: 7 });
  expect((await store.load()).settings).toMatchObject({ attemptLimit: 7, executor: "pyodide" });
});
