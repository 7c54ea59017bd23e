import { afterEach, expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { SkepDatabase } from "./database.ts";
import { createDexieFiles } from "./dexie-files.ts";
import { createDexieSettings } from "./dexie-settings.ts";
import { openDatabase } from "./open-database.ts";
import { createStorageHealth } from "./storage-health.ts";

const NAME = "skep-browser-test";
const POLICY = { defaults: DEFAULT_SETTINGS, locked: [] };

afterEach(async () => {
  await new SkepDatabase(NAME).delete();
});

test("files and settings survive close and reopen in a real browser", async () => {
  const first = new SkepDatabase(NAME);
  const health = createStorageHealth();
  expect(await openDatabase(first, health)).toBeNull();
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const put = await createDexieFiles(first, health).put({ path: "noise.bin", bytes });
  if (!put.ok) throw new Error(put.message);
  await createDexieSettings(first, health, POLICY).save({ ...DEFAULT_SETTINGS, timeoutMs: 1_234 });
  first.close();

  const second = new SkepDatabase(NAME);
  expect(await openDatabase(second, health)).toBeNull();
  expect(await createDexieFiles(second, health).get(put.reference.sha256)).toEqual(bytes);
  expect((await createDexieSettings(second, health, POLICY).load()).settings.timeoutMs).toBe(1_234);
  expect(health.fault).toBeNull();
  second.close();
});

test("a connection that erases closes the other one for good, which says so", async () => {
  const here = new SkepDatabase(NAME);
  const health = createStorageHealth();
  await openDatabase(here, health);
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(health.fault?.message).toBe("Skep's data was erased in another tab.");
  expect(await createDexieSettings(here, health, POLICY).save({ ...DEFAULT_SETTINGS, theme: "dark" })).toMatchObject({ ok: false });
});
