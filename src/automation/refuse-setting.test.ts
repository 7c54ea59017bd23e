import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { refuseSetting } from "./refuse-setting.ts";

const settings = { ...DEFAULT_SETTINGS, executor: "bee" };

test("what is free may be asked for, and a fixed value may be named", () => {
  expect(refuseSetting("executor", "e2b", settings, [])).toBeNull();
  expect(refuseSetting("executor", "bee", settings, ["executor"])).toBeNull();
  expect(refuseSetting("loop", "code-agent", settings, ["executor"])).toBeNull();
});

test("another value than the fixed one is refused, and the fixed one is named", () => {
  expect(refuseSetting("executor", "pyodide", settings, ["executor"])).toBe('this installation has fixed it to "bee" (skep.config.json locks "executor")');
  expect(refuseSetting("timeoutMs", 500, settings, ["timeoutMs"])).toContain("fixed it to 60000");
});

test("what is no value of the setting is refused as such", () => {
  expect(refuseSetting("imports", "num-py", settings, [])).toContain("names of modules");
});
