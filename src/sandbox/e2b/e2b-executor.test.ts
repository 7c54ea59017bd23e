import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DataFile } from "#domain/data-file.ts";
import { streamText } from "#domain/execution-result.ts";
import { compilePython } from "../../../e2e/support/compile-python.ts";
import { findPython, type PythonServer, startPythonServer } from "../../../e2e/support/python-server.ts";
import { describeExecutorContract } from "../executor-contract.ts";
import type { Execution, ExecutionLimits, ExecutionProgress } from "../port.ts";
import { E2bExecutor, loadE2b } from "./e2b-executor.ts";
import { SessionKey } from "./session-key.ts";

const KEY = `e2b_${"0123456789abcdef".repeat(2)}`;
const LIMITS: ExecutionLimits = { timeoutMs: 20_000, outputLimit: 100_000, memoryMiB: 512 };
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** As E2B's kernel shows a figure: by its PNG. */
const FIGURE = `import base64\nfrom IPython.display import Image, display\ndisplay(Image(base64.b64decode("${PNG}")))`;
const never = new AbortController().signal;

const text = (path: string, content: string): DataFile => ({ path, bytes: new TextEncoder().encode(content) });

describe("SessionKey", () => {
  test("takes what can be a key, and nothing that serialises it holds it", () => {
    const key = new SessionKey();
    expect(key.set("no key")).toBe(false);
    expect(key.get()).toBeNull();
    expect(key.set(`  ${KEY}\n`)).toBe(true);
    expect(key.get()).toBe(KEY);
    expect(
      JSON.stringify({ key, executor: new E2bExecutor({ key, apiUrl: "", sandboxUrl: "", lifetimeMs: 1, load: loadE2b, compile: compilePython }) }),
    ).not.toContain(KEY);
    key.forget();
    expect(key.get()).toBeNull();
  });
});

describe.runIf(findPython() !== null)("E2bExecutor through the real SDK against a local stand-in", { timeout: 60_000 }, () => {
  let server: PythonServer;
  const opened: E2bExecutor[] = [];

  beforeAll(async () => {
    server = await startPythonServer("e2e/support/e2b-server/e2b_server.py", ["--key", KEY]);
  });
  afterAll(async () => {
    for (const executor of opened) executor.close();
    await server?.close();
  });

  function executor(
    options: {
      readonly fault?: string;
      readonly part?: "api" | "sandbox";
      readonly key?: string | null;
      readonly url?: string;
      readonly lifetimeMs?: number;
    } = {},
  ): E2bExecutor {
    const url = options.url ?? server.url;
    const broken = `${url}/fault/${options.fault}`;
    const key = new SessionKey();
    if (options.key !== null) key.set(options.key ?? KEY);
    const made = new E2bExecutor({
      key,
      apiUrl: `${options.fault && options.part !== "sandbox" ? broken : url}/api`,
      sandboxUrl: `${options.fault && options.part === "sandbox" ? broken : url}/sandbox`,
      lifetimeMs: options.lifetimeMs ?? 60_000,
      load: loadE2b,
      compile: compilePython,
    });
    opened.push(made);
    return made;
  }

  async function run(code: string, files: readonly DataFile[] = [], limits = LIMITS, on = executor()): Promise<Execution> {
    return on.execute({ code, files, limits }, () => {}, never);
  }

  async function count(): Promise<{ created: number; killed: number }> {
    return (await (await fetch(`${server.url}/count`)).json()) as { created: number; killed: number };
  }

  describeExecutorContract("the E2B executor", async () => executor(), {
    stopMs: 1000,
    frames: true,
    results: true,
    language: "whole",
    runMs: 15_000,
    figure: FIGURE,
  });

  test("output streams while the program runs, in order; the value is exact", async () => {
    const seen: [number, ExecutionProgress][] = [];
    const started = performance.now();
    const execution = await executor().execute(
      { code: 'import sys, time\nprint("größe 😀")\nprint("warn", file=sys.stderr)\ntime.sleep(0.8)\nprint("late")\n"it\'s"', files: [], limits: LIMITS },
      (progress) => seen.push([performance.now() - started, progress]),
      never,
    );
    expect(execution.result).toMatchObject({ v: "skep.result/1", status: "ok", exitCode: 0, error: null, limit: null });
    expect(execution.result.output).toEqual([
      { stream: "stdout", text: "größe 😀\n" },
      { stream: "stderr", text: "warn\n" },
      { stream: "stdout", text: "late\n" },
    ]);
    expect(execution.result.result).toEqual({ data: { "text/plain": `"it's"` } });
    expect(execution.result.environment).toEqual({ executor: "e2b", python: server.python, packages: {} });
    expect(seen.map(([, progress]) => progress.type)).toEqual(["output", "output", "output"]);
    expect((seen[2]?.[0] ?? 0) - (seen[1]?.[0] ?? 0)).toBeGreaterThan(600);
  });

  test("runs share the sandbox and nothing else: names, modules, files", async () => {
    const before = await count();
    const on = executor();
    await run('left = 1\nimport json\njson.dumps = None\nopen("left.txt", "w").write("x")', [], LIMITS, on);
    const second = await run('import json, os\nprint("left" in globals(), json.dumps([1]), os.listdir("."))', [], LIMITS, on);
    expect(streamText(second.result, "stdout")).toBe("False [1] []\n");
    expect((await count()).created - before.created).toBe(1);
  });

  test("an exception: its class, message and frames, in the program and in files beside it", async () => {
    const { result } = await run('import helper\ndef pick(row):\n    return helper.get(row, "amt")\npick({"a": 1})', [
      text("helper.py", "def get(row, name):\n    return row[name]\n"),
    ]);
    expect(result).toMatchObject({ status: "error", exitCode: 1, error: { name: "KeyError", message: "'amt'" } });
    expect(result.error?.frames).toEqual([
      { file: "main.py", line: 4, source: 'pick({"a": 1})', function: "<module>" },
      { file: "main.py", line: 3, source: 'return helper.get(row, "amt")', function: "pick" },
      { file: "helper.py", line: 2, source: "return row[name]", function: "get" },
    ]);
    expect(result.error?.traceback).toContain('Traceback (most recent call last):\n  File "main.py", line 4, in <module>\n    pick({"a": 1})\n');
    expect(result.error?.traceback.endsWith("KeyError: 'amt'")).toBe(true);
  });

  test("of a chain the last exception counts", async () => {
    const { result } = await run('try:\n    1/0\nexcept Exception as e:\n    raise ValueError("x\\ny") from e');
    expect(result.error).toMatchObject({ name: "ValueError", message: "x\ny", frames: [{ line: 4 }] });
  });

  test.each([
    ["import sys\nsys.exit(3)", 3, "SystemExit"],
    ["raise SystemExit('bye')", 1, "SystemExit"],
    ["import sys\nsys.exit(0)", 0, null],
    ["x = (1\ny = 2", 1, "SyntaxError"],
  ])("%s ends with its exit code, and stderr has nothing of the kernel's", async (code, exitCode, name) => {
    const { result } = await run(code);
    expect(result.status).toBe(exitCode === 0 ? "ok" : "error");
    expect(result.exitCode).toBe(exitCode);
    expect(result.error?.name ?? null).toBe(name);
    expect(streamText(result, "stderr")).toBe("");
    if (name === "SyntaxError")
      expect(result.error).toMatchObject({ message: "'(' was never closed", frames: [{ file: "main.py", line: 1, source: "x = (1" }] });
  });

  test("files in and out, byte by byte, in folders too; changed, new and deleted ones are told apart", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const execution = await run(
      'import os\ndata = open("data/all.bin", "rb").read()\nos.makedirs("out")\nopen("out/copy.bin", "wb").write(data[::-1])\nopen("a.txt", "a").write("!")\nopen("same.txt", "w").write("same")\nos.remove("gone.txt")\nprint(len(data))',
      [{ path: "data/all.bin", bytes }, text("a.txt", "a"), text("same.txt", "same"), text("gone.txt", "g"), text("ünï code.txt", "")],
    );
    expect(streamText(execution.result, "stdout")).toBe("256\n");
    expect(execution.result.files.map((file) => [file.path, file.change, file.size])).toEqual([
      ["a.txt", "changed", 2],
      ["gone.txt", "deleted", 0],
      ["out/copy.bin", "new", 256],
    ]);
    expect(execution.files.find((file) => file.path === "out/copy.bin")?.bytes).toEqual(bytes.toReversed());
  });

  test("displays: images as base64, HTML, and an empty file", async () => {
    const { result } = await run(
      `import base64\nfrom IPython.display import HTML, Image, display\ndisplay(Image(base64.b64decode("${PNG}")))\ndisplay(HTML("<b>x</b>"))\nopen("empty", "w").close()`,
    );
    expect(result.displays.map((display) => Object.keys(display.data))).toEqual([
      ["text/plain", "image/png"],
      ["text/plain", "text/html"],
    ]);
    expect(result.displays[0]?.data["image/png"]).toBe(PNG);
    expect(result.files).toMatchObject([{ path: "empty", size: 0, change: "new" }]);
  });

  test("a chart comes as the picture and as what E2B reads out of it", async () => {
    const { result } = await run(
      `from IPython.display import display
class Figure:
    def _repr_png_(self):
        return b"\\x89PNG"
points = {"type": "line", "title": "Sales", "elements": [{"label": "north", "points": [[1, 2.5], [2, 4]]}], "x_label": "month", "y_label": None}
get_ipython().display_formatter.formatters["e2b/chart"] = lambda value: points if isinstance(value, Figure) else None
display(Figure())
Figure()`,
    );
    expect(result.status, result.error?.message).toBe("ok");
    for (const data of [result.displays[0]?.data, result.result?.data]) {
      expect(data?.["image/png"]).toBe(btoa("\x89PNG"));
      expect(JSON.parse(data?.["application/vnd.e2b.chart+json"] ?? "null")).toMatchObject({
        type: "line",
        title: "Sales",
        elements: [
          {
            label: "north",
            points: [
              [1, 2.5],
              [2, 4],
            ],
          },
        ],
      });
    }
  });

  test("a sandbox lives as long after its last run as was said, and no longer: then it costs nothing", async () => {
    const before = await count();
    const on = executor({ lifetimeMs: 2500 });
    const limits = { ...LIMITS, timeoutMs: 500 };
    await run("1", [], limits, on);
    await run("2", [], limits, on);
    expect((await count()).created - before.created).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 3500));
    expect((await run("print(3)", [], limits, on)).result.status).toBe("ok");
    expect((await count()).created - before.created).toBe(2);
  });

  test("a line for the shell runs there", async () => {
    expect(streamText((await run("!echo from the shell")).result, "stdout")).toBe("from the shell\n");
  });

  test("the time limit ends the kernel; output and files so far come back", async () => {
    const { result } = await run('open("part.txt", "w").write("half")\nprint("begun")\nwhile True:\n    pass', [], { ...LIMITS, timeoutMs: 700 });
    expect(result).toMatchObject({ status: "timeout", exitCode: null, error: null, limit: { name: "wall-time" } });
    expect(streamText(result, "stdout")).toBe("begun\n");
    expect(result.durationMs).toBeLessThan(2000);
  });

  test("Stop ends the run within a second with its output so far, and the next run works", async () => {
    const on = executor();
    await run("1", [], LIMITS, on);
    const stop = new AbortController();
    let stoppedAt = 0;
    const running = on.execute(
      { code: 'print("begun")\nwhile True:\n    pass', files: [], limits: LIMITS },
      () => {
        stoppedAt = performance.now();
        stop.abort();
      },
      stop.signal,
    );
    const { result } = await running;
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect(result).toMatchObject({ status: "aborted", exitCode: null, error: null, output: [{ stream: "stdout", text: "begun\n" }] });
    expect((await run("print(2)", [], LIMITS, on)).result.status).toBe("ok");
  });

  test("much output keeps its beginning and its end", async () => {
    const { result } = await run("for i in range(20_000):\n    print(i)", [], { ...LIMITS, outputLimit: 1000 });
    expect(result.limit?.name).toBe("output");
    expect(streamText(result, "stdout")).toMatch(/^0\n1\n[\s\S]*characters left out[\s\S]*\n19999\n$/);
  });

  test("a kernel that dies says so", async () => {
    const { result } = await run('import os\nprint("before")\nos._exit(1)');
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-KILLED" } });
  });

  test("no key, a wrong key: told apart from failures, nothing is sent", async () => {
    const before = await count();
    expect((await run("1", [], LIMITS, executor({ key: null }))).result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-KEY" } });
    const wrong = `e2b_${"f".repeat(32)}`;
    const { result } = await run("1", [], LIMITS, executor({ key: wrong }));
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-KEY" } });
    expect(JSON.stringify(result)).not.toContain(wrong);
    expect(await count()).toEqual(before);
  });

  test.each([
    ["html-500", "api", "SK-EXECUTOR-ANSWER"],
    ["busy", "api", "SK-EXECUTOR-BUSY"],
    ["not-json", "api", "SK-EXECUTOR-ANSWER"],
    ["other-version", "api", "SK-EXECUTOR-ANSWER"],
    ["not-json", "sandbox", "SK-EXECUTOR-ANSWER"],
    ["html-500", "sandbox", "SK-EXECUTOR-FAILED"],
  ] as const)("a broken service (%s of %s) is told apart", async (fault, part, code) => {
    const { result } = await run("1", [], LIMITS, executor({ fault, part }));
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: code } });
    expect(result.error?.message).toContain("Code and files are kept");
  });

  test("a slow control plane only takes longer", async () => {
    const { result } = await run("print(1)", [], LIMITS, executor({ fault: "slow", part: "api" }));
    expect(result.status).toBe("ok");
  });

  test("a connection cut in the middle keeps the output so far", async () => {
    const { result } = await run('print("begun")\nimport time\ntime.sleep(5)', [], LIMITS, executor({ fault: "cut", part: "sandbox" }));
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-EXECUTOR-UNREACHABLE" } });
    expect(streamText(result, "stdout")).toBe("begun\n");
  });

  test("a sandbox that ends during a run is named, with the output so far; the next run gets a new one", async () => {
    const own = await startPythonServer("e2e/support/e2b-server/e2b_server.py", ["--key", KEY]);
    const on = executor({ url: own.url, fault: "short-life" });
    const { result } = await run('print("begun")\nimport time\ntime.sleep(2)', [], LIMITS, on);
    expect(result.error?.name).toBe("SK-EXECUTOR-GONE");
    expect(streamText(result, "stdout")).toBe("begun\n");
    expect((await run("print(1)", [], LIMITS, on)).result.status).toBe("ok");
    await own.close();
  });

  test("a server that is not there", async () => {
    const { result } = await run("1", [], LIMITS, executor({ url: "http://127.0.0.1:1" }));
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-UNREACHABLE" } });
  });

  test("closing ends the sandbox, so that it stops costing", async () => {
    const before = await count();
    const on = executor();
    await run("1", [], LIMITS, on);
    on.close();
    await expect.poll(count).toEqual({ created: before.created + 1, killed: before.killed + 1 });
  });

  test("a program too long for the SDK's kind of request is refused before it is sent", async () => {
    const { result } = await run(`x = "${"a".repeat(70_000)}"`);
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-REFUSED" } });
  });
});
