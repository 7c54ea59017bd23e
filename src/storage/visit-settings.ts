import type { Settings } from "#domain/settings.ts";
import type { SettingsStore } from "./port.ts";

/**
 * Settings with what the address asked for laid over them, for this visit: shown and used, but stored only once a
 * person chose something else.
 */
export function layVisit(store: SettingsStore, visit: Partial<Settings>): SettingsStore {
  return {
    async load() {
      const { settings, ...told } = await store.load();
      return { settings: { ...settings, ...visit }, ...told };
    },
    async save(settings) {
      const stored = (await store.load()).settings;
      const untouched = (Object.keys(visit) as (keyof Settings)[]).filter((key) => settings[key] === visit[key]);
      return store.save({ ...settings, ...Object.fromEntries(untouched.map((key) => [key, stored[key]])) });
    },
  };
}
