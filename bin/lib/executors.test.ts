import type { Page } from "playwright";
import { afterEach, expect, test, vi } from "vitest";
import { refuseSetting } from "../../src/automation/refuse-setting.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/settings.ts";
import { prepareExecutor } from "./executors.mjs";
import { UsageError } from "./usage-error.mjs";
import { checkVisit, visitOf } from "./visit.mjs";

/** A page whose scripts run here. */
const page = { evaluate: async (run: (given: unknown) => unknown, given: unknown) => run(given) } as unknown as Page;

function open(locked: readonly (keyof typeof DEFAULT_SETTINGS)[]): { readonly keys: string[] } {
  const keys: string[] = [];
  vi.stubGlobal("skep", {
    executors: () => ["pyodide", "smolagents", "bee", "e2b"],
    refusal: (key: keyof typeof DEFAULT_SETTINGS, value: unknown) => refuseSetting(key, value, DEFAULT_SETTINGS, locked),
    giveKey: (_name: string, text: string) => keys.push(text) > 0,
  });
  return { keys };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("an executor that the installation has fixed is named, and no key is given to another", async () => {
  vi.stubEnv("E2B_API_KEY", "e2b_0123456789");
  const { keys } = open(["executor"]);
  await expect(prepareExecutor(page, "e2b")).rejects.toThrow(
    new UsageError('--executor e2b: this installation has fixed it to "pyodide" (skep.config.json locks "executor")'),
  );
  expect(keys).toEqual([]);
  await prepareExecutor(page, "pyodide");
  await expect(prepareExecutor(page, "nowhere")).rejects.toThrow("--executor nowhere: there are pyodide, smolagents, bee, e2b");
});

test("without a lock any may be named; only E2B is given the key of the environment", async () => {
  vi.stubEnv("E2B_API_KEY", "e2b_0123456789");
  const { keys } = open([]);
  await prepareExecutor(page, "bee");
  expect(keys).toEqual([]);
  await prepareExecutor(page, "e2b");
  expect(keys).toEqual(["e2b_0123456789"]);
});

test("settings of a visit are held against what they may be and what is fixed", async () => {
  open(["loop"]);
  expect(visitOf({})).toEqual([]);
  await checkVisit(page, visitOf({ steps: 5, imports: "json" }));
  await expect(checkVisit(page, visitOf({ loop: "code-agent" }))).rejects.toThrow('--loop "code-agent": this installation has fixed it to "skep"');
  await expect(checkVisit(page, visitOf({ imports: "num-py" }))).rejects.toThrow('--imports "num-py": must be names of modules');
});
