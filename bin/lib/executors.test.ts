import type { Page } from "playwright";
import { afterEach, expect, test, vi } from "vitest";
import { refuseSetting } from "../../src/automation/refuse-setting.ts";
import { DEFAULT_SETTINGS } from "../../src/domain/settings.ts";
import { prepareExecutor } from "./executors.mjs";
import { UsageError } from "./usage-error.mjs";
import { checkWishes, wishesOf } from "./wishes.mjs";

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

test("what a command asks of the settings is held against what they may be and what is fixed", async () => {
  open(["loop"]);
  expect(wishesOf({ allowHost: [] })).toEqual([]);
  await checkWishes(page, wishesOf({ steps: 5, imports: "json" }));
  await expect(checkWishes(page, wishesOf({ loop: "code-agent" }))).rejects.toThrow('--loop "code-agent": this installation has fixed it to "skep"');
  await expect(checkWishes(page, wishesOf({ imports: "num-py" }))).rejects.toThrow('--imports "num-py": must be names of modules');
});

test.each([
  ["--timeout 5000", { timeout: 5 }, "timeoutMs", "60000 ms"],
  ["--memory 2048", { memory: 2048 }, "memoryMiB", "1024 MiB"],
  ["--output-limit 2000", { outputLimit: 2000 }, "outputLimit", "1000000 characters"],
  ["--file-limit 3", { fileLimit: 3 }, "fileLimit", "500"],
  ["--file-size 3", { fileSize: 3 }, "fileMiB", "64 MiB"],
  ["--message-limit 200", { messageLimit: 200 }, "messageLimit", "50000"],
  ["--attempts 9", { attempts: 9 }, "attemptLimit", "3"],
  ['--mode "thorough"', { mode: "thorough" }, "mode", '"fast"'],
  ["--candidates 9", { candidates: 9 }, "candidateLimit", "5"],
  ['--engine "scripted"', { engine: "scripted" }, "engine", '"auto"'],
  ["--keep-state true", { keepState: true }, "keepState", "false"],
  ['--allow-host "ask"', { allowHost: ["example.org"] }, "network", '"off"'],
] as const)("%s is bound by the lock of its setting", async (named, options, key, fixed) => {
  open([]);
  await checkWishes(page, wishesOf(options));
  open([key]);
  const message = `${named}: this installation has fixed it to ${fixed} (skep.config.json locks "${key}")`;
  await expect(checkWishes(page, wishesOf(options))).rejects.toThrow(new UsageError(message));
});
