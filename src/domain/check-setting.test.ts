import { expect, test } from "vitest";
import { checkSetting, isSettingKey, laySetting } from "./check-setting.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";

test("every default is a value that its setting may have, and every setting is known", () => {
  for (const key of Object.keys(DEFAULT_SETTINGS)) {
    if (!isSettingKey(key)) throw new Error(`${key} has no check`);
    expect(checkSetting(key, DEFAULT_SETTINGS[key])).toBeNull();
  }
  expect(isSettingKey("colour")).toBe(false);
  expect(isSettingKey("constructor")).toBe(false);
});

test.each<[keyof Settings, unknown, string]>([
  ["timeoutMs", 99, "must be a whole number of milliseconds from 100 to 3600000"],
  ["timeoutMs", 3_600_001, "must be a whole number of milliseconds from 100 to 3600000"],
  ["timeoutMs", 1.5, "must be a whole number of milliseconds from 100 to 3600000"],
  ["timeoutMs", Number.NaN, "must be a whole number of milliseconds from 100 to 3600000"],
  ["fileLimit", 0, "must be a whole number of files from 1 to 10000"],
  ["fileMiB", 2048, "must be a whole number of MiB from 1 to 1024"],
  ["messageLimit", 99, "must be a whole number of messages from 100 to 10000000"],
  ["keepState", "yes", "must be true or false"],
  ["attemptLimit", "3", "must be a whole number of attempts from 1 to 20"],
  ["loop", "react", "must be one of skep, code-agent"],
  ["stepLimit", 101, "must be a whole number of steps from 1 to 100"],
  ["codeTags", "xml", "must be one of code, markdown"],
  ["imports", "num-py", 'must be names of modules, such as json, numpy.* or *, and "num-py" is none'],
  ["imports", ["json"], "must be a text with names of modules, such as json, numpy.* or *"],
  ["theme", "sepia", "must be one of light, dark, auto"],
  ["approval", null, "must be one of auto, ask"],
  ["executor", "../x", "must be the name of an executor, such as pyodide"],
  ["model", "x".repeat(501), "must be the id of a model, of at most 500 characters, or empty"],
])("%s may not be %s", (key, value, message) => {
  expect(checkSetting(key, value)).toBe(message);
});

test("a good value is laid over the others, a bad one is not", () => {
  expect(laySetting(DEFAULT_SETTINGS, "timeoutMs", 100)).toEqual({ ok: true, settings: { ...DEFAULT_SETTINGS, timeoutMs: 100 } });
  expect(laySetting(DEFAULT_SETTINGS, "timeoutMs", 0)).toMatchObject({ ok: false });
});
