import { afterAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import type { Execution, ExecutionLimits } from "#sandbox/port.ts";
import { createPyodideExecutor } from "./pyodide-executor.ts";

/** Small enough that each is reached in a moment. */
const BOUNDS = {
  displayCount: 500,
  displayCharacters: 100_000,
  fileCount: 10,
  fileBytes: 1_000_000,
  messageCount: 2000,
  storageBytes: 4_000_000,
};
const catalogue = { packages: {}, models: [], problems: [], fetchFile: async () => ({ ok: false as const, message: "nothing is here" }) };
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href, runLimits: BOUNDS });
afterAll(() => executor.close());

const limits = { timeoutMs: 30_000, outputLimit: 100_000, memoryMiB: 256 };
const run = (code: string, own: Partial<ExecutionLimits> = {}): Promise<Execution> =>
  executor.execute({ code, files: [], limits: { ...limits, ...own } }, () => undefined, new AbortController().signal);

const out = (execution: Execution): string => streamText(execution.result, "stdout");
const names = ({ files }: Execution): string[] => files.map((file) => file.path);

/** What a request may bound, with a program that reaches it, and what must be left of it. */
const SET_BY_REQUEST: readonly (readonly [
  name: string,
  own: Partial<ExecutionLimits>,
  code: string,
  expected: { readonly status: string; readonly name: string; readonly kept: RegExp },
  left: (execution: Execution) => unknown,
  is: unknown,
])[] = [
  [
    "wall time",
    { timeoutMs: 500 },
    "open('a.txt', 'w').write('kept')\nprint('begun')\nwhile True: pass",
    { status: "timeout", name: "wall-time", kept: /^the output and the files so far$/ },
    (execution) => [out(execution), names(execution)],
    ["begun\n", ["a.txt"]],
  ],
  ["memory", { memoryMiB: 128 }, "print('begun')\nx = bytearray(200 << 20)", { status: "error", name: "memory", kept: /128 MiB/ }, out, "begun\n"],
  [
    "output",
    { outputLimit: 4000 },
    "for i in range(5000): print(i)",
    { status: "ok", name: "output", kept: /omitted/ },
    (it) => out(it).endsWith("4999\n"),
    true,
  ],
  [
    "files by number",
    { fileLimit: 2 },
    "for name in 'abcd': open(name, 'w').write('x')",
    { status: "ok", name: "files", kept: /all but 2/ },
    names,
    ["a", "b"],
  ],
  [
    "files by size",
    { fileMiB: 2 },
    "open('a', 'wb').write(bytes(1 << 20))\nopen('b', 'wb').write(bytes(1 << 21))",
    { status: "ok", name: "files", kept: /all but 1/ },
    names,
    ["a"],
  ],
  [
    "messages",
    { messageLimit: 100 },
    "print('begun')\nfor i in range(100_000): display(i)",
    { status: "error", name: "messages", kept: /the output so far/ },
    (execution) => out(execution),
    "begun\n",
  ],
];

describe("what a request bounds is named when it is reached, with what was kept", { timeout: 120_000 }, () => {
  test.each(SET_BY_REQUEST)("%s", { retry: 1 }, async (_name, own, code, { status, name, kept }, left, is) => {
    const execution = await run(code, own);
    expect(execution.result).toMatchObject({ status, limit: { name, kept: expect.stringMatching(kept) } });
    expect(left(execution)).toEqual(is);
    expect((await run("print('next')")).result.status).toBe("ok");
  });
});

describe("each bound is named when it is reached, with what was kept", { timeout: 120_000 }, () => {
  test("memory", async () => {
    const { result } = await run("kept = []\nwhile True:\n    kept.append(bytearray(32 << 20))\n    print(len(kept))");
    expect(result).toMatchObject({ status: "error", error: { name: "MemoryError" }, limit: { name: "memory", kept: expect.stringContaining("256 MiB") } });
    expect(Number(streamText(result, "stdout").trim().split("\n").at(-1))).toBeLessThan(8);
  });

  test("output keeps its beginning and its end", async () => {
    const { result } = await run("for i in range(50_000): print(i)");
    const out = streamText(result, "stdout");
    expect(result).toMatchObject({ status: "ok", limit: { name: "output", kept: expect.stringContaining("omitted") } });
    expect(out.startsWith("0\n1\n")).toBe(true);
    expect(out.endsWith("49998\n49999\n")).toBe(true);
    expect(out.length).toBeLessThan(100_200);
  });

  test("files by number", async () => {
    const { result, files } = await run("for i in range(30): open(f'{i:02}.txt', 'w').write('x')");
    expect(result).toMatchObject({ status: "ok", limit: { name: "files", kept: expect.stringContaining("20") } });
    expect(files.map((file) => file.path)).toEqual(Array.from({ length: 10 }, (_, index) => `0${index}.txt`));
  });

  test("files by size", async () => {
    const { result, files } = await run("open('a.bin', 'wb').write(b'0' * 900_000)\nopen('b.bin', 'wb').write(b'0' * 900_000)");
    expect(result.limit?.name).toBe("files");
    expect(files.map((file) => file.path)).toEqual(["a.bin"]);
  });

  test("storage: a disk that is full, and room again after a file is removed", async () => {
    const full = await run("open('a.bin', 'wb').write(b'0' * 9_000_000)");
    expect(full.result).toMatchObject({ status: "error", error: { name: "OSError" }, limit: { name: "files" } });
    const churn = await run("import os\nfor i in range(20):\n    open('/tmp/t', 'wb').write(b'0' * 900_000)\n    os.remove('/tmp/t')\nprint('room')");
    expect(churn.result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "room\n" }] });
  });

  test("displays", async () => {
    const { result } = await run("for i in range(507): display(i)");
    expect(result).toMatchObject({ status: "ok", limit: { name: "displays", kept: expect.stringContaining("but 7") } });
    expect(result.displays.map((display) => display.data["text/plain"])).toEqual(Array.from({ length: 500 }, (_, index) => String(index)));
  });

  test("messages: a program that floods the channel past the harness is ended", async () => {
    const { result } = await run("import sys\nhost = sys.modules['skep_program']._host\nwhile True: host.display('{}', '{}')");
    expect(result).toMatchObject({ status: "error", error: { name: "SK-LIMIT" }, limit: { name: "messages" } });
  });

  test("a forged end with more files than allowed is refused, and forged shapes are dropped", async () => {
    const { result } = await run("import sys\nhost = sys.modules['skep_program']._host\nhost.display('{\"text/plain\": 5}', '[]')\nprint('after')");
    expect(result).toMatchObject({ status: "ok", displays: [], output: [{ stream: "stdout", text: "after\n" }] });
  });

  test("a value of any size is cut", async () => {
    const { result } = await run("'A' * 50_000_000");
    expect(result.status).toBe("ok");
    expect(result.result?.data["text/plain"]?.length).toBeLessThan(110_000);
    expect(result.result?.data["text/plain"]).toContain("49900000 more");
  });
});
