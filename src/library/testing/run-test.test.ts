import { beforeAll, describe, expect, test } from "vitest";
import type { SnippetTest } from "#domain/snippet-test.ts";
import { inspectTools } from "#library/inspect-tools.ts";
import { localPython } from "#library/local-python.ts";
import type { Executor } from "#sandbox/port.ts";
import { runTest } from "./run-test.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const SIGNAL = AbortSignal.timeout(120_000);

async function run(code: string, part: Partial<SnippetTest>, signal = SIGNAL) {
  const outcome = await inspectTools(python, [code], SIGNAL);
  const tool = outcome.ok ? outcome.inspections[0]?.tool : null;
  if (tool === null || tool === undefined) throw new Error(JSON.stringify(outcome));
  return (await runTest(python, { code, tool, used: [] }, { name: "t", arguments: {}, files: [], expect: {}, ...part }, signal)).result;
}

const returning = (expression: string, imports = "") => `${imports}\ndef f():\n    return ${expression}`;

describe("what a tool returns, as JSON", () => {
  test.each([
    ["(1, [2.5, None], True, 'ü🐝')", "", [1, [2.5, null], true, "ü🐝"]],
    ["{'b': {3, 1, 2}, 'a': frozenset()}", "", { a: [], b: [1, 2, 3] }],
    ["[float('nan'), float('inf'), -float('inf'), -0.0]", "", ["NaN", "Infinity", "-Infinity", 0]],
    ["[2**53, 2**53 + 1, -(2**70)]", "", [2 ** 53, "9007199254740993", "-1180591620717411303424"]],
    ["{1: 'a', True: 'b', None: 'c', (1, 2): 'd', 2.5: 'e'}", "", { 1: "b", null: "c", "[1, 2]": "d", "2.5": "e" }],
    [
      "[datetime.date(2026, 1, 2), datetime.datetime(2026, 1, 2, 3, 4), datetime.timedelta(hours=1)]",
      "import datetime",
      ["2026-01-02", "2026-01-02T03:04:00", "1:00:00"],
    ],
    ["[decimal.Decimal('1.10'), pathlib.Path('a/b'), b'hi', 1j]", "import decimal, pathlib", ["1.10", "a/b", "aGk=", "1j"]],
    ["(n * n for n in range(3))", "", [0, 1, 4]],
    ["dict", "", "<class 'dict'>"],
    ["None", "", null],
  ])("%s", async (expression, imports, value) => {
    expect(await run(returning(expression, imports), { expect: { value } })).toMatchObject({ verdict: "pass", mismatches: [] });
  });

  test("a value in itself ends somewhere", async () => {
    const result = await run("def f():\n    a = []\n    a.append(a)\n    return a", { expect: { value: 1 } });
    expect(result.verdict).toBe("fail");
  });
});

describe("a test passes, fails with what differs, or is broken", () => {
  test("arguments and files go in, output and files come out", async () => {
    const code = [
      "from pathlib import Path",
      "",
      "def shout(path: Path, times: int = 1) -> int:",
      "    text = path.read_text().upper() * times",
      "    print(text)",
      "    Path('out.txt').write_text(text)",
      "    return len(text)",
    ].join("\n");
    const part: Partial<SnippetTest> = { arguments: { path: "in/a.txt", times: 2 }, files: [{ path: "in/a.txt", text: "hü" }] };
    expect(await run(code, { ...part, expect: { value: 4, output: "HÜHÜ", files: [{ path: "out.txt", text: "HÜHÜ" }] } })).toEqual({
      name: "t",
      verdict: "pass",
      durationMs: 0,
      mismatches: [],
      message: null,
    });
    expect(await run(code, { ...part, expect: { value: 5, output: "hühü" } })).toMatchObject({
      verdict: "fail",
      mismatches: [
        { what: "value", expected: "5", actual: "4" },
        { what: "output", expected: "hühü", actual: "HÜHÜ" },
      ],
    });
  });

  test("base64 files are bytes, and what is no base64 is told", async () => {
    const code = "def f() -> list:\n    return list(open('x', 'rb').read())";
    expect(await run(code, { files: [{ path: "x", base64: "AP+A\n" }], expect: { value: [0, 255, 128] } })).toMatchObject({ verdict: "pass" });
    expect(await run(code, { files: [{ path: "x", base64: "!" }], expect: { value: 0 } })).toMatchObject({
      verdict: "broken",
      message: "The file x of the test is not base64.",
    });
  });

  test("an exception that nobody expected comes with its traceback, one that is expected passes", async () => {
    const code = "def f(a: int):\n    return 1 / a";
    const failed = await run(code, { arguments: { a: 0 }, expect: { value: 1 } });
    expect(failed).toMatchObject({ verdict: "fail", mismatches: [{ what: "exception", expected: "none", actual: "ZeroDivisionError: division by zero" }] });
    expect(failed.message).toContain("line 2");
    expect(await run(code, { arguments: { a: 0 }, expect: { exception: { name: "ZeroDivisionError", message: "by zero" } } })).toMatchObject({
      verdict: "pass",
      message: null,
    });
    expect(await run(code, { arguments: { a: 1 }, expect: { exception: { name: "ZeroDivisionError" } } })).toMatchObject({ verdict: "fail" });
  });

  test("arguments that the schema refuses, a test that expects nothing, and Stop", async () => {
    const code = "def f(a: int):\n    return a";
    expect(await run(code, { arguments: { a: "x" }, expect: { value: 1 } })).toMatchObject({ verdict: "broken", message: "a must be a whole number" });
    expect(await run(code, { arguments: { a: 1 } })).toMatchObject({ verdict: "broken", message: expect.stringContaining("expects nothing") });
    expect(await run(code, { arguments: { a: 1 }, expect: { value: 1 } }, AbortSignal.abort())).toMatchObject({
      verdict: "broken",
      message: "The test was stopped.",
    });
  });

  test("each test runs in a fresh state", async () => {
    const code =
      "import json\n\ndef f():\n    json.counter = getattr(json, 'counter', 0) + 1\n    globals()['seen'] = globals().get('seen', 0) + 1\n    return globals()['seen']";
    for (let round = 0; round < 2; round++) expect(await run(code, { expect: { value: 1 } })).toMatchObject({ verdict: "pass" });
  });

  test("a tool that changes the directory or writes over the answer does not get away with it", async () => {
    expect(await run("import os\n\ndef f():\n    os.makedirs('d')\n    os.chdir('d')\n    return 1", { expect: { value: 1 } })).toMatchObject({
      verdict: "pass",
    });
    const forging = "import atexit\n\ndef f():\n    open('skep-answer.json', 'w').write('{\"value\": 42}')\n    return 1";
    expect(await run(forging, { expect: { value: 42 } })).toMatchObject({ verdict: "fail", mismatches: [{ what: "value", expected: "42", actual: "1" }] });
  });
});
