import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import type { Execution, ExecutionRequest } from "#sandbox/port.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";
import { testCatalogue } from "./test-catalogue.ts";

const executor = createPyodideExecutor({ catalogue: await testCatalogue(), baseUrl: new URL("/", location.href).href });
afterAll(() => executor.close());
beforeEach(() => executor.restart?.("s"));

const limits = { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 };
const run = (code: string, more: Partial<ExecutionRequest> = {}, stop?: AbortController): Promise<Execution> =>
  executor.execute(
    { code, files: [], limits, session: "s", ...more },
    (step) => (step.type === "output" ? stop?.abort() : undefined),
    stop?.signal ?? new AbortController().signal,
  );
const out = ({ result }: Execution): string => streamText(result, "stdout");

describe("runs of a session go on in one interpreter", { timeout: 180_000 }, () => {
  test("what one defines is there for the next, and told by name and type", async () => {
    const first = await run("x = 41\ndef f(n): return n + x\nimport math");
    expect(first.result.state).toEqual({ continued: false, kept: true });
    expect(executor.defined?.("s")).toEqual({ x: "int", f: "function", math: "module" });
    expect(executor.describe("s").join("\n")).toContain("x (int), f (function)");
    const second = await run("print(f(1), math.pi > 3)");
    expect(out(second)).toBe("42 True\n");
    expect(second.result.state).toEqual({ continued: true, kept: true });
    expect((await run("x", { session: "other" })).result.error?.name).toBe("NameError");
  });

  test("a run without a session starts clean, leaves nothing and says nothing of state", async () => {
    await run("x = 1");
    const clean = await executor.execute({ code: "x = 2\ny", files: [], limits }, () => undefined, new AbortController().signal);
    expect(clean.result).toMatchObject({ status: "error", error: { message: "name 'y' is not defined" } });
    expect(clean.result.state).toBeUndefined();
    expect(out(await run("print(x)"))).toBe("1\n");
  });

  test("files, streams and the working directory are as new for each run", async () => {
    const first = await run("open('a.txt', 'w').write('1')\nimport sys, os\nos.chdir('/tmp')\nsys.stdout.close()\nsys.stderr = None");
    expect(first.files.map((file) => file.path)).toEqual(["a.txt"]);
    const second = await run("print(open('a.txt').read(), open('given.txt').read())\nopen('b.txt', 'w').write('2')", {
      files: [{ path: "given.txt", bytes: new TextEncoder().encode("g") }],
    });
    expect(out(second)).toBe("1 g\n");
    expect(second.files.map((file) => file.path)).toEqual(["b.txt"]);
  });

  test("a failing program is taken back by name where that is asked for, and kept where not", async () => {
    await run("x = 1\nitems = []");
    const undone = await run("x = 2\ny = 3\nitems.append(1)\n1 / 0", { undoOnError: true });
    expect(undone.result).toMatchObject({ status: "error", state: { continued: true, kept: true } });
    expect(executor.defined?.("s")).toEqual({ x: "int", items: "list" });
    expect(out(await run("print(x, items)"))).toBe("1 [1]\n");
    await run("x = 5\n1 / 0");
    expect(out(await run("print(x)"))).toBe("5\n");
  });

  test("a restart forgets, and so does an interpreter that dies: the run says so", async () => {
    await run("x = 1");
    executor.restart?.("s");
    expect(executor.defined?.("s")).toBeNull();
    expect((await run("x")).result).toMatchObject({ error: { name: "NameError" }, state: { continued: false, kept: true } });
    const died = await run("import os\nos._exit(3)");
    expect(died.result).toMatchObject({ status: "error", state: { continued: true, kept: false } });
    expect(died.result.error?.message).toContain("What earlier runs had defined is lost.");
    expect((await run("print('new')")).result.state).toEqual({ continued: false, kept: true });
  });

  test("Stop keeps the state when the program could be interrupted, and says that it is lost when not", { retry: 2 }, async () => {
    await run("x = 1");
    const gentle = await run("print('begun')\nwhile True: pass", {}, new AbortController());
    expect(gentle.result).toMatchObject({ status: "aborted", state: { continued: true, kept: true } });
    expect(out(await run("print(x)"))).toBe("1\n");
    const forced = await run("print('begun')\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass", {}, new AbortController());
    expect(forced.result).toMatchObject({ status: "aborted", state: { continued: true, kept: false } });
    expect(forced.result.error?.message).toContain("What earlier runs had defined is lost.");
    expect((await run("print('x' in globals())")).result.state).toEqual({ continued: false, kept: true });
  });

  test("two runs of one session at once: the second starts clean", async () => {
    await run("x = 1");
    const [first, second] = await Promise.all([run("import time\ntime.sleep(0.3)\nprint(x)"), run("print('x' in globals())")]);
    expect(out(first)).toBe("1\n");
    expect(out(second)).toBe("False\n");
    expect(second.result.state).toBeUndefined();
  });
});
