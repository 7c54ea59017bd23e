import { createStore, type StoreApi } from "zustand/vanilla";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import type { SettingsStore as SettingsPort } from "#storage/port.ts";

export interface SettingsState {
  readonly settings: Settings;
  /** Whether the stored values have been read. */
  readonly loaded: boolean;
  /** Stored values that did not validate, and writes that failed, in words for a person. */
  readonly problems: readonly string[];
  /** Settings that the installation has fixed; a change of one is left out. */
  readonly locked: readonly (keyof Settings)[];
  load(): Promise<void>;
  /** Shows the change at once and stores it; a failed write is added to `problems`. */
  change(part: Partial<Settings>): Promise<void>;
  reset(): Promise<void>;
  dismissProblems(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

export function createSettingsStore(port: SettingsPort): SettingsStore {
  return createStore<SettingsState>()((set, get) => ({
    settings: DEFAULT_SETTINGS,
    loaded: false,
    problems: [],
    locked: [],
    load: async () => {
      set({ ...(await port.load()), loaded: true });
    },
    change: async (part) => {
      const { settings: before, locked } = get();
      const settings = { ...before, ...part, ...Object.fromEntries(locked.map((key) => [key, before[key]])) };
      set({ settings });
      const outcome = await port.save(settings);
      if (!outcome.ok) set({ problems: [...get().problems, `The settings were not stored: ${outcome.message}. They hold until you leave this page.`] });
    },
    reset: () => get().change(DEFAULT_SETTINGS),
    dismissProblems: () => set({ problems: [] }),
  }));
}
