import { afterAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import type { Execution, ExecutionProgress } from "#sandbox/port.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";

const catalogue = { packages: {}, models: [], problems: [], fetchFile: async () => ({ ok: false as const, message: "nothing is here" }) };
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
afterAll(() => executor.close());

const limits = { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 };
const INPUT = { path: "in.txt", bytes: new TextEncoder().encode("given") };
const run = (code: string, onProgress: (step: ExecutionProgress) => void = () => undefined): Promise<Execution> =>
  executor.execute({ code, files: [INPUT], limits }, onProgress, new AbortController().signal);

/** Longest that a program may take to be found dead, in milliseconds: it must not wait for its time limit. */
const SOON_MS = 20_000;
/** Longest until a lost frame is noticed; some 3 s on a quiet machine. */
const FRAME_LOSS_MS = 6000;

async function expectRecovered(): Promise<void> {
  const { result } = await run("print(open('in.txt').read())");
  expect(result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "given\n" }] });
}

describe("a run ends, whatever its interpreter does", { timeout: 180_000 }, () => {
  for (const [title, code, ending] of [
    ["os._exit(3)", "import os\nprint('before')\nos._exit(3)", { status: "error", exitCode: 3 }],
    ["os._exit(0)", "import os\nprint('before')\nos._exit(0)", { status: "ok", exitCode: 0 }],
    ["os._exit after an await", "import os, asyncio\nprint('before')\nawait asyncio.sleep(0.1)\nos._exit(4)", { status: "error", exitCode: 4 }],
    ["os.abort()", "import os\nprint('before')\nos.abort()", { status: "error", error: { frames: [{ line: 3, source: "os.abort()" }] } }],
    ["a wild pointer", "import ctypes\nprint('before')\nctypes.string_at(0xFFFFFFF0)", { status: "error", error: { frames: [{ line: 3 }] } }],
    ["a NULL call", "import ctypes\nprint('before')\nctypes.CFUNCTYPE(None)(1)()", { status: "error" }],
    ["recursion without bound", "import sys\nprint('before')\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1)\nf(0)", { status: "error" }],
    ["a repr without end", "print('before')\nd = cur = []\nfor i in range(200_000):\n    n = []\n    cur.append(n)\n    cur = n\nd", {}],
    ["a parser bomb", `print('before')\neval('(' * 5000 + ')' * 5000)`, { status: "error" }],
  ] as const) {
    test(title, async () => {
      const begin = performance.now();
      const { result } = await run(code);
      expect(performance.now() - begin).toBeLessThan(SOON_MS);
      expect(result).toMatchObject(ending);
      expect(streamText(result, "stdout")).toBe("before\n");
      if (result.status === "error") expect(result.error?.message).not.toBe("");
      await expectRecovered();
    });
  }

  test("a worker that is ended from inside, without a word", async () => {
    // What a program that found a way to its worker's own means would do: the name is not there any more.
    const { result } = await run("import js\nprint('before', hasattr(js, 'close'))\njs.close()");
    expect(result).toMatchObject({ status: "error", error: { name: "AttributeError" } });
    expect(streamText(result, "stdout")).toBe("before False\n");
  });

  for (const [title, end] of [
    ["os._exit", "import os; os._exit(3)"],
    ["a crash", "import os; os.abort()"],
  ]) {
    test(`files that were written before ${title} are kept`, async () => {
      const { result, files } = await run(`open('part.txt', 'w').write('so far')\nimport os\nos.makedirs('deep')\nopen('deep/x', 'w').write('y')\n${end}`);
      expect(result.status).toBe("error");
      expect(files.map((file) => [file.path, new TextDecoder().decode(file.bytes)]).sort()).toEqual([
        ["deep/x", "y"],
        ["part.txt", "so far"],
      ]);
    });
  }

  test("a frame that is taken away", async () => {
    let takenAt = 0;
    const { result } = await run("import time\nprint('before')\ntime.sleep(50)", (step) => {
      if (step.type !== "output") return;
      takenAt = performance.now();
      document.querySelector("iframe[title='Python sandbox']")?.remove();
    });
    expect(performance.now() - takenAt).toBeLessThan(FRAME_LOSS_MS);
    expect(result).toMatchObject({ status: "error", error: { name: "SK-INTERPRETER", message: expect.stringContaining("process is gone") } });
    expect(streamText(result, "stdout")).toBe("before\n");
    await expectRecovered();
  });

  test("code that no compiler finishes is answered, and the next is compiled", async () => {
    expect(await executor.compile("(".repeat(100_000))).toMatchObject({ line: 1 });
    expect(await executor.compile(`x = ${"-".repeat(200_000)}1`)).not.toBeNull();
    expect(await executor.compile("x = 1")).toBeNull();
  });
});

describe("a run starts clean, and ends with all that it did", { timeout: 180_000 }, () => {
  for (const [title, code] of [
    [
      "builtins, streams and the working directory",
      "import builtins, os, sys, io\nbuiltins.print = builtins.sorted = None\nos.chdir('/')\nos.environ['X'] = '1'\nsys.stdout = io.StringIO()",
    ],
    ["patched modules", "import json, random, asyncio\njson.dumps = None\nrandom.random = None\nasyncio.sleep = None"],
    ["closed streams", "import sys\nsys.stdout.close()\nsys.stderr.close()"],
  ] as const) {
    test(title, async () => {
      expect((await run(code)).result.status).toBe("ok");
      const { result } = await run(
        "import os, json, random, asyncio\nawait asyncio.sleep(0)\nprint(sorted('ba'), os.getcwd(), os.environ.get('X'), json.dumps([1]), 0 <= random.random() < 1)",
      );
      expect(streamText(result, "stdout")).toBe("['a', 'b'] /home/pyodide None [1] True\n");
    });
  }

  test("files are found and taken even when the program went elsewhere", async () => {
    const { files } = await run("import os\nopen('a.txt', 'w').write('1')\nos.chdir('/tmp')\nopen('b.txt', 'w').write('2')");
    expect(files.map((file) => file.path)).toEqual(["a.txt"]);
  });

  test("a deleted input and a file in a new folder are told", async () => {
    const { result } = await run("import os\nos.remove('in.txt')\nos.makedirs('deep/er')\nopen('deep/er/x', 'w').write('y')");
    expect(result.files.map(({ path, change }) => [path, change])).toEqual([
      ["deep/er/x", "new"],
      ["in.txt", "deleted"],
    ]);
  });

  test("tasks that outlive the program are cancelled and named", async () => {
    const code = "import asyncio\nasync def ticker():\n    while True:\n        await asyncio.sleep(0.05)\nasyncio.create_task(ticker())\nprint('end')";
    const { result } = await run(code);
    expect(result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "end\n" }, { stream: "stderr" }] });
    expect(streamText(result, "stderr")).toBe("Cancelled after the program's end, still running: ticker() (main.py:2)\n");
  });

  test("two runs at once do not meet", async () => {
    const [first, second] = await Promise.all([
      run("import time\nfor i in range(5):\n    print('one')\n    time.sleep(0.05)"),
      run("import time\nfor i in range(5):\n    print('two')\n    time.sleep(0.05)"),
    ]);
    expect(streamText(first.result, "stdout")).toBe("one\n".repeat(5));
    expect(streamText(second.result, "stdout")).toBe("two\n".repeat(5));
  });

  // A busy machine may not answer the interrupt in time, and then the program is ended by force: that is another test's.
  test("a stopped program tells where it was, and its files are kept", { retry: 3 }, async () => {
    const stop = new AbortController();
    const code = "open('part.txt', 'w').write('so far')\ndef work():\n    print('begun')\n    while True: pass\nwork()";
    const request = { code, files: [], limits };
    const { result, files } = await executor.execute(request, (step) => (step.type === "output" ? stop.abort() : undefined), stop.signal);
    expect(result).toMatchObject({ status: "aborted", error: { name: "SK-ABORTED" } });
    expect(result.error?.frames.at(-1)).toMatchObject({ line: 4, function: "work" });
    expect(files.map((file) => file.path)).toEqual(["part.txt"]);
  });
});
