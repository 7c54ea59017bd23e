import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import { describeExecutorContract } from "../executor-contract.ts";
import type { Execution } from "../port.ts";
import { createPyodideExecutor } from "../pyodide/pyodide-executor.ts";
import { testCatalogue } from "../pyodide/test-catalogue.ts";
import { SmolagentsExecutor } from "./smolagents-executor.ts";

const catalogue = await testCatalogue();
const figure = catalogue.packages.matplotlib === undefined ? {} : { figure: "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()" };
const LIMITS = { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 };

const inner = () => createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });

describe.runIf(catalogue.packages.smolagents !== undefined)("smolagents in the sealed frame", () => {
  describeExecutorContract("LocalPythonExecutor", async () => new SmolagentsExecutor({ inner: inner(), imports: () => ["*"] }), {
    stopMs: 1000,
    frames: true,
    results: true,
    language: "part",
    runMs: 60_000,
    ...figure,
  });

  describe("its own rules", { timeout: 120_000 }, () => {
    let strict: SmolagentsExecutor;
    beforeAll(() => {
      strict = new SmolagentsExecutor({ inner: inner(), imports: () => [] });
    });
    afterAll(() => strict?.close());
    const run = (code: string): Promise<Execution> => strict.execute({ code, files: [], limits: LIMITS }, () => undefined, new AbortController().signal);

    test("imports outside its list are refused in its own words, at their line", async () => {
      const { result } = await run("import math\nprint(math.pi > 3)\nimport json");
      expect(result).toMatchObject({
        status: "error",
        exitCode: 1,
        error: { name: "InterpreterError", frames: [{ file: "main.py", line: 3, source: "import json" }] },
      });
      expect(result.error?.message).toContain("Import of json is not allowed. Authorized imports are: [");
      expect(result.error?.traceback).toContain("Code execution failed at line 'import json' due to: InterpreterError");
      expect(streamText(result, "stdout")).toBe("True\n");
      expect(result.environment).toMatchObject({ executor: "smolagents" });
    });

    test.each([
      ["eval('1')", "Forbidden function evaluation: 'eval' is not among the explicitly allowed tools"],
      ["().__class__", "Forbidden access to dunder attribute: __class__"],
      ["match 1:\n    case 1: pass", "Match is not supported."],
    ])("%s is refused", async (code, words) => {
      const { result } = await run(code);
      expect(result.error?.name).toBe("InterpreterError");
      expect(result.error?.message).toContain(words);
    });

    test("what a person adds is authorised beside the list, a package with * below it, and nothing else", async () => {
      const wider = new SmolagentsExecutor({ inner: inner(), imports: () => ["json", "numpy.*"] });
      const runWider = (code: string): Promise<Execution> => wider.execute({ code, files: [], limits: LIMITS }, () => undefined, new AbortController().signal);
      const { result } = await runWider("import json, math\nprint(json.dumps([math.floor(2.5)]))");
      expect(result.status, result.error?.message).toBe("ok");
      expect(streamText(result, "stdout")).toBe("[2]\n");
      expect((await runWider("import csv")).result.error?.message).toContain("Import of csv is not allowed");
      if (catalogue.packages.numpy !== undefined) {
        const below = await runWider("import numpy.linalg\nimport numpy as np\nprint(int(np.linalg.norm([3, 4])))");
        expect(below.result.status, below.result.error?.message).toBe("ok");
        expect(streamText(below.result, "stdout")).toBe("5\n");
      }
      expect(wider.describe().join(" ")).toContain("unicodedata, json, numpy.*. No others.");
      expect(wider.describe().join(" ")).not.toMatch(/await works/);
      expect(wider.describe().join(" ")).toContain("clean interpreter");
      expect(wider.describe("steps").join(" ")).not.toContain("clean interpreter");
      expect(wider.notes.join(" ")).toContain("10,000,000 operations");
    });

    test("final_answer ends the program with its value, through a bare except", async () => {
      const { result } = await run("try:\n    final_answer([1, 2])\nexcept:\n    print('swallowed')\nprint('after')");
      expect(result).toMatchObject({ status: "ok", exitCode: 0, result: { data: { "text/plain": "[1, 2]" } } });
      expect(result.output).toEqual([]);
    });

    test("loops end after a million rounds", async () => {
      const { result } = await run("i = 0\nwhile True:\n    i += 1");
      expect(result.error?.message).toContain("Maximum number of 1000000 iterations in While loop exceeded");
    });

    test("the names that Python has for a failure are kept", async () => {
      expect((await run("[1][5]")).result.error).toMatchObject({ name: "IndexError", message: "list index out of range" });
      expect((await run("print(nothing)")).result.error).toMatchObject({ name: "NameError" });
      expect((await run("'a'.nope()")).result.error).toMatchObject({ name: "AttributeError" });
    });
  });

  test("a host without the package says how to get it", async () => {
    const bare = new SmolagentsExecutor({
      inner: createPyodideExecutor({ catalogue: { ...catalogue, packages: {} }, baseUrl: location.href }),
      imports: () => [],
    });
    const { result } = await bare.execute({ code: "1", files: [], limits: LIMITS }, () => undefined, new AbortController().signal);
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-ABSENT" } });
    bare.close();
  });
});
