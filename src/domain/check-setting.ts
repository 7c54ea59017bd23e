import { readAuthorisedImports } from "./authorised-imports.ts";
import type { Settings } from "./settings.ts";

/** What a value must be, as words that follow the setting's name; null when it is that. */
type Check = (value: unknown) => string | null;

type NumberSetting = "timeoutMs" | "outputLimit" | "memoryMiB" | "fileLimit" | "fileMiB" | "messageLimit" | "attemptLimit" | "candidateLimit" | "stepLimit";

/** The bounds are those within which the sandbox and the loop still make sense; both ends are allowed. */
export const SETTING_BOUNDS: { readonly [K in NumberSetting]: { readonly min: number; readonly max: number } } = {
  timeoutMs: { min: 100, max: 3_600_000 },
  outputLimit: { min: 1_000, max: 100_000_000 },
  memoryMiB: { min: 64, max: 4_096 },
  fileLimit: { min: 1, max: 10_000 },
  fileMiB: { min: 1, max: 1_024 },
  messageLimit: { min: 100, max: 10_000_000 },
  attemptLimit: { min: 1, max: 20 },
  candidateLimit: { min: 2, max: 20 },
  stepLimit: { min: 1, max: 100 },
};

function wholeNumber(key: NumberSetting, unit: string): Check {
  const { min: minimum, max: maximum } = SETTING_BOUNDS[key];
  const rule = `must be a whole number of ${unit} from ${minimum} to ${maximum}`;
  return (value) => (typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum ? null : rule);
}

function oneOf(options: readonly string[]): Check {
  return (value) => (typeof value === "string" && options.includes(value) ? null : `must be one of ${options.join(", ")}`);
}

function text(pattern: RegExp, rule: string): Check {
  return (value) => (typeof value === "string" && pattern.test(value) ? null : rule);
}

const importNames: Check = (value) => {
  if (typeof value !== "string") return "must be a text with names of modules, such as json, numpy.* or *";
  const read = readAuthorisedImports(value);
  return read.ok ? null : read.message;
};

const CHECKS: { readonly [K in keyof Settings]: Check } = {
  executor: text(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be the name of an executor, such as pyodide"),
  engine: oneOf(["auto", "webllm", "wllama", "scripted", "endpoint"]),
  model: text(/^.{0,500}$/u, "must be the id of a model, of at most 500 characters, or empty"),
  webllmCache: oneOf(["cache", "indexeddb", "opfs"]),
  timeoutMs: wholeNumber("timeoutMs", "milliseconds"),
  outputLimit: wholeNumber("outputLimit", "characters"),
  memoryMiB: wholeNumber("memoryMiB", "MiB"),
  fileLimit: wholeNumber("fileLimit", "files"),
  fileMiB: wholeNumber("fileMiB", "MiB"),
  messageLimit: wholeNumber("messageLimit", "messages"),
  keepState: (value) => (typeof value === "boolean" ? null : "must be true or false"),
  attemptLimit: wholeNumber("attemptLimit", "attempts"),
  mode: oneOf(["fast", "careful", "thorough"]),
  candidateLimit: wholeNumber("candidateLimit", "programs"),
  loop: oneOf(["skep", "code-agent"]),
  stepLimit: wholeNumber("stepLimit", "steps"),
  codeTags: oneOf(["code", "markdown"]),
  imports: importNames,
  approval: oneOf(["auto", "ask"]),
  remoteApproval: oneOf(["auto", "ask"]),
  network: oneOf(["off", "ask"]),
  theme: oneOf(["light", "dark", "auto"]),
};

/** Whether a word names a setting. */
export function isSettingKey(key: string): key is keyof Settings {
  return Object.hasOwn(CHECKS, key);
}

/** What a value must be to be this setting, as words that follow its name; null when it is that. */
export function checkSetting(key: keyof Settings, value: unknown): string | null {
  return CHECKS[key](value);
}

/** Settings with one value laid over them, if it is one that the setting may have. */
export function laySetting(
  settings: Settings,
  key: keyof Settings,
  value: unknown,
): { readonly ok: true; readonly settings: Settings } | { readonly ok: false; readonly message: string } {
  const message = checkSetting(key, value);
  return message === null ? { ok: true, settings: { ...settings, [key]: value } } : { ok: false, message };
}
