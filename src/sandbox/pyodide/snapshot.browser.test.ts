import { afterEach, describe, expect, it } from "vitest";
import type { AssetCatalogue } from "#assets/port.ts";
import type { Executor } from "#sandbox/port.ts";
import figures from "../../../scripts/snapshot/tests/differential-figures.py?raw";
import packages from "../../../scripts/snapshot/tests/differential-packages.py?raw";
import runtime from "../../../scripts/snapshot/tests/differential-runtime.py?raw";
import start from "../../../scripts/snapshot/tests/differential-start.py?raw";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const differential = [start, packages, figures, runtime].join("\n");
const MINUTES = 60_000;
const LIMITS = { timeoutMs: 3 * MINUTES, outputLimit: 1_000_000, memoryMiB: 1024 };
const catalogue = await testCatalogue();
const absent = "there are no snapshots: npm run assets";
const science = catalogue.snapshots?.snapshots.find((entry) => entry.name === "science") ?? null;
const opened: Executor[] = [];

afterEach(() => {
  for (const executor of opened.splice(0)) executor.close();
});

function open(changes: Partial<AssetCatalogue> = {}): Executor {
  const executor = createPyodideExecutor({ catalogue: { ...catalogue, ...changes }, baseUrl: new URL("/", location.href).href });
  opened.push(executor);
  return executor;
}

async function run(executor: Executor, code: string): Promise<string> {
  const { result } = await executor.execute({ code, files: [], limits: LIMITS }, () => undefined, new AbortController().signal);
  expect(result).toMatchObject({ error: null, status: "ok" });
  return result.output.map((chunk) => (chunk.stream === "stdout" ? chunk.text : "")).join("");
}

/** Addresses in reprs differ between any two interpreters. */
const answersOf = async (executor: Executor): Promise<Record<string, string>> => {
  const told = JSON.parse((await run(executor, `import matplotlib.pyplot, numpy, pandas\n${differential}\nprint(json.dumps(_results))`)).trim()) as Record<
    string,
    string
  >;
  return Object.fromEntries(Object.entries(told).map(([name, text]) => [name, text.replaceAll(/0x[0-9a-f]{5,}/g, "0x…")]));
};

// A program that names a package waits for the snapshot that has it, and gets an interpreter from it.
const imported = "import sys; print('pandas' in sys.modules)";

/** The catalogue's way to files, with one file's text changed on the way. */
const changing =
  (path: string, change: (text: string) => string): AssetCatalogue["fetchFile"] =>
  async (file, signal) => {
    const fetched = await catalogue.fetchFile(file, signal);
    return fetched.ok && file.path === path ? { ok: true, blob: new Blob([change(await fetched.blob.text())]) } : fetched;
  };

describe("interpreters from snapshots", () => {
  it("do in every case what others do", { timeout: 8 * MINUTES }, async ({ skip }) => {
    if (science === null) return skip(absent);
    const expected = await answersOf(open({ snapshots: null }));
    expect(expected.plot).toMatch(/^'[0-9a-f]{64}'$/);
    expect(expected.stack_switching).toBe("(True, 7)");
    expect(await answersOf(open())).toEqual(expected);
  });

  it("have the packages imported once the snapshot with packages has come", { timeout: 3 * MINUTES }, async ({ skip }) => {
    if (science === null) return skip(absent);
    const executor = open();
    expect(await run(executor, imported)).toBe("True\n");
    // One that names none starts without them, and costs less.
    expect(await run(executor, "import sys; print('pan' 'das' in sys.modules)")).toBe("False\n");
    expect((await executor.facts()).notes).toEqual([]);
  });

  it("differ by chance alone", { timeout: 3 * MINUTES }, async ({ skip }) => {
    if (science === null) return skip(absent);
    const executor = open();
    const draw = "import numpy, random, secrets, uuid; print(random.random(), numpy.random.rand(), secrets.token_hex(), uuid.uuid4())";
    const [first, second] = [(await run(executor, draw)).split(" "), (await run(executor, draw)).split(" ")];
    for (const [index, value] of first.entries()) expect(value).not.toBe(second[index]);
  });

  it("know only the packages that the program imports", { timeout: 3 * MINUTES }, async ({ skip }) => {
    if (science === null) return skip(absent);
    const executor = open();
    await run(executor, "import numpy");
    const versions = async (code: string) => {
      const { result } = await executor.execute({ code, files: [], limits: LIMITS }, () => undefined, new AbortController().signal);
      return Object.keys(result.environment.packages).sort();
    };
    expect(await versions("print(1)")).toEqual([]);
    expect(await versions("import numpy")).toEqual(["numpy"]);
    expect(await versions("import pandas")).toEqual(expect.arrayContaining(["numpy", "pandas", "python-dateutil", "six"]));
  });
});

describe("snapshots are refused", () => {
  const refused = async (changes: Partial<AssetCatalogue>, reason: RegExp): Promise<void> => {
    const executor = open(changes);
    // A program that names a package would be given the packages' own snapshot.
    expect(await run(executor, "import sys; print('pan' + 'das' in sys.modules)")).toBe("False\n");
    expect((await executor.facts()).notes).toEqual([expect.stringMatching(reason)]);
  };

  it("when none were made", { timeout: 2 * MINUTES }, () => refused({ snapshots: null }, /none were made/));

  it("when they were made for another Pyodide", { timeout: 2 * MINUTES }, async ({ skip }) => {
    const { snapshots } = catalogue;
    if (!snapshots) return skip(absent);
    await refused({ snapshots: { ...snapshots, pyodide: "0.0.1" } }, /made for Pyodide 0\.0\.1/);
  });

  it("when a part is not what was made", { timeout: 2 * MINUTES }, async ({ skip }) => {
    const core = catalogue.snapshots?.snapshots.find((entry) => entry.name === "core");
    if (core === undefined) return skip(absent);
    const fetchFile: AssetCatalogue["fetchFile"] = async (file, signal) =>
      file.path === core.memory.path ? { ok: false, message: "core.memory is not the file that was fetched" } : catalogue.fetchFile(file, signal);
    await refused({ fetchFile }, /core\.memory is not the file/);
  });

  it("when they were made with another core", { timeout: 2 * MINUTES }, async ({ skip }) => {
    const core = catalogue.snapshots?.snapshots.find((entry) => entry.name === "core");
    if (core === undefined) return skip(absent);
    await refused({ fetchFile: changing(core.metadata.path, (text) => text.replace(/"wasm":"../, '"wasm":"zz')) }, /another interpreter/);
  });

  it("when they do not fit this browser", { timeout: 3 * MINUTES }, async ({ skip }) => {
    const core = catalogue.snapshots?.snapshots.find((entry) => entry.name === "core");
    if (core === undefined) return skip(absent);
    await refused(
      { fetchFile: changing(core.metadata.path, (text) => text.replace(/"mainTableLength":\d+/, '"mainTableLength":1')) },
      /main module has \d+ slots, not 1/,
    );
  });

  it("when the packages' does not fit, and the core's goes on", { timeout: 5 * MINUTES }, async ({ skip }) => {
    if (science === null) return skip(absent);
    const fetchFile = changing(science.metadata.path, (text) => text.replace(/"tableStart":\d+/, '"tableStart":1'));
    const executor = open({ fetchFile });
    expect(await run(executor, "import pandas; print(pandas.Series([1, 2]).sum())")).toBe("3\n");
    expect((await executor.facts()).notes).toEqual([expect.stringMatching(/slots, not 1/)]);
  });
});
