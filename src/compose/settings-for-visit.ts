import type { ConfigProblem } from "#config/deployment.ts";
import { isSettingKey } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import type { SettingsStore } from "#storage/port.ts";

/**
 * Lays what the address asks for over the stored settings, for this visit only: such a value is stored only once the person changes it.
 * @param problems of the deployment's config and of the address, told with those of the store
 */
export function settingsForVisit(store: SettingsStore, visit: Partial<Settings>, problems: readonly ConfigProblem[]): SettingsStore {
  let stored: Settings | null = null;
  return {
    load: async () => {
      const loaded = await store.load();
      stored = loaded.settings;
      const told = problems.map(({ path, message }) => `${path === "" ? "skep.config.json" : path} ${message}.`);
      return { ...loaded, settings: { ...loaded.settings, ...visit }, problems: [...told, ...loaded.problems] };
    },
    save: (settings) => {
      const kept = Object.keys(visit).filter((key) => isSettingKey(key) && stored !== null && settings[key] === visit[key]);
      const own = stored === null ? {} : Object.fromEntries(Object.entries(stored).filter(([key]) => kept.includes(key)));
      return store.save({ ...settings, ...own });
    },
  };
}
