import { checkSetting, isSettingKey, laySetting } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";
import type { SettingRow, SkepDatabase } from "./database.ts";
import type { SettingsStore, StorageHealth } from "./port.ts";
import { readOr } from "./read-or.ts";
import { writeOutcome } from "./write-outcome.ts";

/** What the deployment says of settings: their defaults, and those that a person may not change here. */
export interface SettingsPolicy {
  readonly defaults: Settings;
  readonly locked: readonly (keyof Settings)[];
}

/** Settings of this browser. Only what differs from the defaults is stored, so that a deployment's new defaults reach everyone who never chose. */
export function createDexieSettings(database: SkepDatabase, health: StorageHealth, { defaults, locked }: SettingsPolicy): SettingsStore {
  const mayChange = (key: keyof Settings) => !locked.includes(key);
  return {
    async load() {
      const rows = await readOr(health, [], () => database.settings.toArray());
      const problems: string[] = [];
      let settings = defaults;
      for (const { key, value } of rows) {
        if (!isSettingKey(key)) {
          problems.push(`The stored setting ${key} is not one that this version knows; it was left out.`);
          continue;
        }
        if (!mayChange(key)) continue;
        const laid = laySetting(settings, key, value);
        if (laid.ok) settings = laid.settings;
        else problems.push(`The stored setting ${key} ${laid.message}, but is ${JSON.stringify(value)}; ${JSON.stringify(defaults[key])} is used.`);
      }
      return { settings, problems, locked };
    },
    async save(settings) {
      const put: SettingRow[] = [];
      const drop: string[] = [];
      for (const key of Object.keys(defaults).filter(isSettingKey)) {
        if (!mayChange(key)) continue;
        const message = checkSetting(key, settings[key]);
        if (message !== null) return { ok: false, message: `${key} ${message}` };
        if (settings[key] === defaults[key]) drop.push(key);
        else put.push({ key, value: settings[key] });
      }
      return writeOutcome(() =>
        database.transaction("rw", database.settings, async () => {
          await database.settings.bulkDelete(drop);
          await database.settings.bulkPut(put);
        }),
      );
    },
  };
}
