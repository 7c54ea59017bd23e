import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import type { SettingsStore } from "#storage/port.ts";
import { settingsForVisit } from "./settings-for-visit.ts";

function memoryStore(settings: Settings): SettingsStore & { saved: Settings } {
  const store = {
    saved: settings,
    load: async () => ({ settings: store.saved, problems: ["stored one"], locked: [] }),
    save: async (next: Settings) => {
      store.saved = next;
      return { ok: true as const };
    },
  };
  return store;
}

test("the address's values hold for the visit and are not stored with other changes", async () => {
  const store = memoryStore({ ...DEFAULT_SETTINGS, engine: "wllama" });
  const visit = settingsForVisit(store, { engine: "scripted" }, []);
  const { settings } = await visit.load();
  expect(settings.engine).toBe("scripted");
  await visit.save({ ...settings, theme: "dark" });
  expect(store.saved).toEqual({ ...DEFAULT_SETTINGS, engine: "wllama", theme: "dark" });
});

test("what the person changes during the visit is stored", async () => {
  const store = memoryStore(DEFAULT_SETTINGS);
  const visit = settingsForVisit(store, { engine: "scripted" }, []);
  const { settings } = await visit.load();
  await visit.save({ ...settings, engine: "webllm" });
  expect(store.saved.engine).toBe("webllm");
});

test("problems of config and address are named with their place, beside the store's", async () => {
  const visit = settingsForVisit(memoryStore(DEFAULT_SETTINGS), {}, [
    { path: "?timeout", message: "must be a number of seconds" },
    { path: "", message: "is not JSON" },
  ]);
  expect((await visit.load()).problems).toEqual(["?timeout must be a number of seconds.", "skep.config.json is not JSON.", "stored one"]);
});
