import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DataFile } from "#domain/data-file.ts";
import { streamText } from "#domain/execution-result.ts";
import { findPython } from "../../../e2e/support/python-server.ts";
import { describeExecutorContract } from "../executor-contract.ts";
import type { ExecutionProgress } from "../port.ts";
import { E2B_LIMITS, type E2bStandIn, openE2bStandIn } from "./e2b-stand-in.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** As E2B's kernel shows a figure: by its PNG. */
const FIGURE = `import base64\nfrom IPython.display import Image, display\ndisplay(Image(base64.b64decode("${PNG}")))`;
const never = new AbortController().signal;

const text = (path: string, content: string): DataFile => ({ path, bytes: new TextEncoder().encode(content) });

describe.runIf(findPython() !== null)("E2bExecutor through the real SDK against a local stand-in", { timeout: 60_000 }, () => {
  let e2b: E2bStandIn;
  beforeAll(async () => {
    e2b = await openE2bStandIn();
  });
  afterAll(() => e2b?.close());
  const run: E2bStandIn["run"] = (...program) => e2b.run(...program);

  describeExecutorContract("the E2B executor", async () => e2b.executor(), {
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
    const execution = await e2b
      .executor()
      .execute(
        { code: 'import sys, time\nprint("größe 😀")\nprint("warn", file=sys.stderr)\ntime.sleep(0.8)\nprint("late")\n"it\'s"', files: [], limits: E2B_LIMITS },
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
    expect(execution.result.environment).toEqual({ executor: "e2b", python: e2b.python, packages: {} });
    expect(seen.map(([, progress]) => progress.type)).toEqual(["output", "output", "output"]);
    expect((seen[2]?.[0] ?? 0) - (seen[1]?.[0] ?? 0)).toBeGreaterThan(600);
  });

  test("runs share the sandbox and nothing else: names, modules, files", async () => {
    const before = await e2b.count();
    const on = e2b.executor();
    await run('left = 1\nimport json\njson.dumps = None\nopen("left.txt", "w").write("x")', [], E2B_LIMITS, on);
    const second = await run('import json, os\nprint("left" in globals(), json.dumps([1]), os.listdir("."))', [], E2B_LIMITS, on);
    expect(streamText(second.result, "stdout")).toBe("False [1] []\n");
    expect((await e2b.count()).created - before.created).toBe(1);
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
});
