import { checkSetting } from "#domain/check-setting.ts";
import type { Settings } from "#domain/settings.ts";

/**
 * Why a command may not have a value for a setting: it is none, or the installation has fixed another one.
 * @returns words that follow what was asked for; null when it may
 */
export function refuseSetting(key: keyof Settings, value: unknown, settings: Settings, locked: readonly (keyof Settings)[]): string | null {
  const wrong = checkSetting(key, value);
  if (wrong !== null) return wrong;
  if (!locked.includes(key) || settings[key] === value) return null;
  return `this installation has fixed it to ${JSON.stringify(settings[key])}${UNITS[key] ?? ""} (skep.config.json locks "${key}")`;
}

const UNITS: { readonly [K in keyof Settings]?: string } = { timeoutMs: " ms", memoryMiB: " MiB", fileMiB: " MiB", outputLimit: " characters" };
