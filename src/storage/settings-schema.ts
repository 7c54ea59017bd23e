import * as v from "valibot";
import type { Settings } from "#domain/settings.ts";

/** A whole number with both bounds allowed; the message names them. */
function wholeNumber(minimum: number, maximum: number, unit: string) {
  const message = `must be a whole number of ${unit} from ${minimum} to ${maximum}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(minimum, message), v.maxValue(maximum, message));
}

function oneOf<const T extends readonly string[]>(options: T) {
  return v.picklist(options, `must be one of ${options.join(", ")}`);
}

/** What each setting may be. The bounds are those within which the sandbox and the loop still make sense. */
export const SETTING_SCHEMAS: { readonly [K in keyof Settings]: v.GenericSchema<unknown, Settings[K]> } = {
  executor: v.pipe(v.string("must be the name of an executor"), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be the name of an executor, such as pyodide")),
  engine: oneOf(["auto", "webllm", "wllama", "scripted", "endpoint"]),
  model: v.pipe(v.string("must be the id of a model, or empty"), v.maxLength(500, "must be at most 500 characters long")),
  timeoutMs: wholeNumber(100, 3_600_000, "milliseconds"),
  outputLimit: wholeNumber(1_000, 100_000_000, "characters"),
  memoryMiB: wholeNumber(64, 4_096, "MiB"),
  attemptLimit: wholeNumber(1, 20, "attempts"),
  approval: oneOf(["auto", "ask"]),
  theme: oneOf(["light", "dark", "auto"]),
};

/** Whether a word names a setting. */
export function isSettingKey(key: string): key is keyof Settings {
  return Object.hasOwn(SETTING_SCHEMAS, key);
}

/** One value checked: itself, or what it must be. */
export function checkSetting<K extends keyof Settings>(
  key: K,
  value: unknown,
): { readonly ok: true; readonly value: Settings[K] } | { readonly ok: false; readonly message: string } {
  const schema: v.GenericSchema<unknown, Settings[K]> = SETTING_SCHEMAS[key];
  const outcome = v.safeParse(schema, value);
  return outcome.success ? { ok: true, value: outcome.output } : { ok: false, message: outcome.issues[0].message };
}

/** Settings with one value laid over them, if it is one that the setting may have. */
export function laySetting(
  settings: Settings,
  key: keyof Settings,
  value: unknown,
): { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly message: string } {
  const checked = checkSetting(key, value);
  return checked.ok ? { ok: true, settings: { ...settings, [key]: checked.value } } : checked;
}
