import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DataFile } from "#domain/data-file.ts";
import { streamText } from "#domain/execution-result.ts";
import { compilePython } from "../../../e2e/support/compile-python.ts";
import { findPython, type PythonServer, startPythonServer } from "../../../e2e/support/python-server.ts";
import { describeExecutorContract } from "../executor-contract.ts";
import type { Execution, ExecutionLimits, ExecutionProgress } from "../port.ts";
import { BeeClient } from "./bee-client.ts";
import { BeeExecutor } from "./bee-executor.ts";

const SERVICE_LIMIT_MS = 2000;
const LIMITS: ExecutionLimits = { timeoutMs: 20_000, outputLimit: 100_000, memoryMiB: 512 };
const never = new AbortController().signal;

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** What the service's own plt.show() comes to: a file plot.png. */
const FIGURE = `open("plot" + ".png", "wb").write(__import__("base64").b64decode("${PNG}"))`;
const hasMatplotlib = (): boolean => spawnSync(findPython() ?? "python3", ["-c", "import matplotlib.pyplot"]).status === 0;

function text(path: string, content: string): DataFile {
  return { path, bytes: new TextEncoder().encode(content) };
}

function content(execution: Execution, path: string): string | undefined {
  const file = execution.files.find((item) => item.path === path);
  return file === undefined ? undefined : new TextDecoder().decode(file.bytes);
}

describe.runIf(findPython() !== null)("BeeExecutor against a local service", { timeout: 60_000 }, () => {
  let server: PythonServer;

  beforeAll(async () => {
    server = await startPythonServer("e2e/support/bee-server/bee_server.py", ["--timeout", String(SERVICE_LIMIT_MS / 1000), "--slow", "1"]);
  });
  afterAll(() => server?.close());

  function executor(fault?: string): BeeExecutor {
    const baseUrl = fault === undefined ? server.url : `${server.url}/fault/${fault}`;
    return new BeeExecutor(new BeeClient({ baseUrl, fetch, serviceLimitMs: SERVICE_LIMIT_MS }), compilePython);
  }

  async function run(code: string, files: readonly DataFile[] = [], limits = LIMITS, on = executor()): Promise<Execution> {
    return on.execute({ code, files, limits }, () => {}, never);
  }

  describeExecutorContract("the bee-code-interpreter executor", async () => new BeeExecutor(new BeeClient({ baseUrl: server.url, fetch }), compilePython), {
    stopMs: 1000,
    frames: true,
    results: false,
    language: "whole",
    runMs: 15_000,
    figure: FIGURE,
  });

  test("output, exit code and Python's version come back", async () => {
    const seen: ExecutionProgress[] = [];
    const execution = await executor().execute(
      { code: 'import sys\nprint("größe 😀")\nprint("warn", file=sys.stderr)', files: [], limits: LIMITS },
      (progress) => seen.push(progress),
      never,
    );
    expect(execution.result).toMatchObject({ v: "skep.result/1", status: "ok", exitCode: 0, error: null, limit: null, result: null });
    expect(execution.result.output).toEqual([
      { stream: "stdout", text: "größe 😀\n" },
      { stream: "stderr", text: "warn\n" },
    ]);
    expect(seen).toEqual([
      { type: "output", stream: "stdout", text: "größe 😀\n" },
      { type: "output", stream: "stderr", text: "warn\n" },
    ]);
    expect(execution.result.environment).toEqual({ executor: "bee", python: server.python, packages: {} });
  });

  test("an exception: its class, message, frames and source; stderr keeps only what the program wrote", async () => {
    const { result } = await run('import sys\nprint("own", file=sys.stderr)\ndef pick(row):\n    return row["amt"]\npick({"a": 1})');
    expect(result).toMatchObject({ status: "error", exitCode: 1, error: { name: "KeyError", message: "'amt'" } });
    expect(result.error?.frames).toEqual([
      { file: "main.py", line: 5, source: 'pick({"a": 1})', function: "<module>" },
      { file: "main.py", line: 4, source: 'return row["amt"]', function: "pick" },
    ]);
    expect(streamText(result, "stderr")).toBe("own\n");
  });

  test.each([
    ["import sys\nsys.exit(3)", 3, "SystemExit"],
    ["raise SystemExit('bye')", 1, "SystemExit"],
    ["import sys\nsys.exit(0)", 0, null],
    ["x = (1\n", 1, "SyntaxError"],
  ])("%s ends with its exit code", async (code, exitCode, name) => {
    const { result } = await run(code);
    expect(result.status).toBe(exitCode === 0 ? "ok" : "error");
    expect(result.exitCode).toBe(exitCode);
    expect(result.error?.name ?? null).toBe(name);
  });

  test("a program that is killed has no exit code and says so", async () => {
    const { result } = await run("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)");
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-KILLED" } });
  });

  test("files pass in both directions byte by byte, in folders too; only the top level comes back", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const execution = await run(
      'import os\ndata = open("data/all.bin", "rb").read()\nopen("copy.bin", "wb").write(data[::-1])\nopen("a.txt", "a").write("!")\nopen("same.txt", "w").write("same")\nos.makedirs("sub")\nopen("sub/lost.txt", "w").write("x")\nprint(len(data))',
      [{ path: "data/all.bin", bytes }, text("a.txt", "a"), text("same.txt", "same")],
    );
    expect(streamText(execution.result, "stdout")).toBe("256\n");
    expect(execution.result.files.map((file) => [file.path, file.change, file.size])).toEqual([
      ["a.txt", "changed", 2],
      ["copy.bin", "new", 256],
    ]);
    expect(content(execution, "a.txt")).toBe("a!");
    expect(execution.files.find((file) => file.path === "copy.bin")?.bytes).toEqual(bytes.toReversed());
  });

  test("a file larger than a pod takes at once travels in parts", async () => {
    const bytes = new Uint8Array(3_500_000).map((_, index) => (index * 7919) % 251);
    const execution = await run(
      "import hashlib\nprint(hashlib.sha256(open('big.bin', 'rb').read()).hexdigest())\nopen('back.bin', 'wb').write(open('big.bin', 'rb').read())",
      [{ path: "big.bin", bytes }],
    );
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    expect(streamText(execution.result, "stdout")).toBe(`${digest}\n`);
    expect(execution.result.files).toEqual([{ path: "back.bin", size: bytes.length, sha256: digest, change: "new" }]);
  });

  test.each(["what?.csv", "100%.csv", "a#b.csv", "../up.csv", "/abs.csv"])(
    "a name that the service would mangle is refused before anything is sent: %s",
    async (path) => {
      const { result } = await run("print(1)", [text(path, "x")]);
      expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-EXECUTOR-REFUSED" } });
      expect(result.error?.message).toContain(path);
    },
  );

  test("the service's own limit is a time-out, named", async () => {
    const { result } = await run("while True:\n    pass");
    expect(result).toMatchObject({ status: "timeout", exitCode: null, error: null, limit: { name: "wall-time" } });
  });

  test("our limit, when it is shorter, is a time-out", async () => {
    const { result } = await run("while True:\n    pass", [], { ...LIMITS, timeoutMs: 500 });
    expect(result).toMatchObject({ status: "timeout", limit: { name: "wall-time" } });
    expect(result.durationMs).toBeLessThan(1500);
  });

  test("Stop ends the run at once", async () => {
    const stop = new AbortController();
    const running = executor().execute({ code: "while True:\n    pass", files: [], limits: LIMITS }, () => {}, stop.signal);
    setTimeout(() => stop.abort(), 200);
    const started = performance.now();
    expect((await running).result).toMatchObject({ status: "aborted", exitCode: null, error: null });
    expect(performance.now() - started).toBeLessThan(1200);
  });

  test("much output keeps its beginning and its end and says what is missing", async () => {
    const { result } = await run("for i in range(100_000):\n    print(i)", [], { ...LIMITS, outputLimit: 1000 });
    expect(result.status).toBe("ok");
    expect(result.limit).toEqual({ name: "output", kept: "the first 750 and the last 250 of 588890 characters" });
    expect(streamText(result, "stdout")).toMatch(/^0\n1\n[\s\S]*\n… 587890 characters left out …\n[\s\S]*\n99999\n$/);
  });

  test("bytes that are no UTF-8 show as replacement characters", async () => {
    const { result } = await run('import sys\nsys.stdout.buffer.write(b"a\\xff\\x00b\\n")');
    expect(streamText(result, "stdout")).toBe("a\ufffd\u0000b\n");
  });

  test("a figure that the service saved is shown, and is a file only where the program names it", async () => {
    const shown = await run(FIGURE);
    expect(shown.result.displays).toEqual([{ data: { "image/png": PNG }, metadata: {} }]);
    expect(shown.result.files).toEqual([]);
    const named = await run(`${FIGURE}  # plot.png`);
    expect(named.result.files.map((file) => file.path)).toEqual(["plot.png"]);
  });

  test("plt.show() of a real matplotlib is shown", async (context) => {
    if (!hasMatplotlib()) return context.skip("this machine's Python has no matplotlib");
    const patient = await startPythonServer("e2e/support/bee-server/bee_server.py", ["--timeout", "40"]);
    const on = new BeeExecutor(new BeeClient({ baseUrl: patient.url, fetch }), compilePython);
    const limits = { ...LIMITS, timeoutMs: 40_000 };
    const { result } = await run("import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()", [], limits, on);
    expect(result, JSON.stringify(result.error)).toMatchObject({ status: "ok", files: [] });
    expect(atob(result.displays[0]?.data["image/png"] ?? "").slice(1, 4)).toBe("PNG");
    await patient.close();
  });

  test("content that the service has forgotten is sent again", async () => {
    const first = await startPythonServer("e2e/support/bee-server/bee_server.py");
    const second = await startPythonServer("e2e/support/bee-server/bee_server.py");
    let url = first.url;
    const switching: typeof fetch = (input, init) => fetch(String(input).replace("http://service", url), init);
    const on = new BeeExecutor(new BeeClient({ baseUrl: "http://service", fetch: switching }), compilePython);
    const program = 'print(open("in.txt").read())';
    expect(streamText((await run(program, [text("in.txt", "kept")], LIMITS, on)).result, "stdout")).toBe("kept\n");
    url = second.url;
    expect(streamText((await run(program, [text("in.txt", "kept")], LIMITS, on)).result, "stdout")).toBe("kept\n");
    await Promise.all([first.close(), second.close()]);
  });

  test("a file that cannot be fetched leaves the output and names the loss", async () => {
    const { result } = await run('print("done")\nopen("a?b.txt", "w").write("x")');
    expect(result).toMatchObject({ status: "error", error: { name: "SK-EXECUTOR-FAILED" } });
    expect(result.error?.message).toContain("404 Not Found");
  });

  test.each([
    ["html-500", "SK-EXECUTOR-ANSWER", "502 Bad Gateway"],
    ["json-500", "SK-EXECUTOR-FAILED", "RetryError"],
    ["plain-500", "SK-EXECUTOR-FAILED", "Internal Server Error"],
    ["other-version", "SK-EXECUTOR-ANSWER", "exit_code"],
    ["not-json", "SK-EXECUTOR-ANSWER", "Welcome to the router"],
    ["gone", "SK-EXECUTOR-ANSWER", "Not Found"],
    ["cut", "SK-EXECUTOR-UNREACHABLE", "Code and files are kept"],
  ])("a broken service (%s) is told apart and nothing is lost", async (fault, code, words) => {
    const on = executor(fault);
    const { result } = await run("print(1)", [], LIMITS, on);
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: code } });
    expect(result.error?.message).toContain(words);
    expect(on.state.kind).toBe("failed");
  });

  test("a 500 without a reason after the service's limit is a time-out", async () => {
    const { result } = await run("print(1)", [], LIMITS, executor("gave-up"));
    expect(result).toMatchObject({ status: "timeout", limit: { name: "wall-time" } });
  });

  test("a slow service only takes longer", async () => {
    const { result } = await run("print(1)", [], LIMITS, executor("slow"));
    expect(result.status).toBe("ok");
    expect(result.durationMs).toBeGreaterThanOrEqual(900);
  });

  test("shell commands are not taken for mistakes, and mistakes are found without the service", async () => {
    const on = new BeeExecutor(new BeeClient({ baseUrl: "http://127.0.0.1:1", fetch }), compilePython);
    expect(await on.compile("import os\nls -la\n")).toBeNull();
    expect(await on.compile("x = 1\nif x\n    y")).toMatchObject({ line: 2 });
  });

  test("a service that is not there: the state says what to do, and a later one is found", async () => {
    const absent = new BeeExecutor(new BeeClient({ baseUrl: "http://127.0.0.1:1", fetch }), compilePython);
    const { result } = await run("print(1)", [text("in.txt", "x")], LIMITS, absent);
    expect(result).toMatchObject({ status: "error", exitCode: null, error: { name: "SK-EXECUTOR-UNREACHABLE" } });
    expect(result.error?.message).toContain("Code and files are kept");
    await absent.prepare();
    expect(absent.state).toMatchObject({ kind: "failed", advice: expect.stringContaining("skep serve --bee") });
    const present = executor();
    await present.prepare();
    expect(present.state).toEqual({ kind: "ready" });
  });
});
