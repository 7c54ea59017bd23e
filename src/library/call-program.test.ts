import { beforeAll, describe, expect, test } from "vitest";
import { streamText } from "#domain/execution-result.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { ToolSignature } from "#domain/snippet.ts";
import type { Executor } from "#sandbox/port.ts";
import { callProgram } from "./call-program.ts";
import { inspectTools } from "./inspect-tools.ts";
import { localPython } from "./local-python.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

async function toolOf(source: string): Promise<ToolSignature> {
  const outcome = await inspectTools(python, [source], AbortSignal.timeout(30_000));
  const tool = outcome.ok ? outcome.inspections[0]?.tool : null;
  if (tool === null || tool === undefined) throw new Error(JSON.stringify(outcome));
  return tool;
}

type Arguments = { readonly [parameter: string]: JsonValue };

async function program(source: string, args: Arguments, used: Parameters<typeof callProgram>[3] = []) {
  const outcome = callProgram(source, await toolOf(source), args, used);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

/** What the call gives, as `repr`, or the exception. */
async function resultOf(source: string, args: Arguments, used: Parameters<typeof callProgram>[3] = []): Promise<string> {
  const { code, files } = await program(source, args, used);
  const lines = code.trimEnd().split("\n");
  const last = lines.pop();
  const { result } = await python.execute(
    { code: `${lines.join("\n")}\nprint(repr(${last}))`, files, limits: { timeoutMs: 9_000, outputLimit: 9_000, memoryMiB: 512 } },
    () => undefined,
    AbortSignal.timeout(30_000),
  );
  return result.error === null ? streamText(result, "stdout").trim() : `${result.error.name}: ${result.error.message}`;
}

const IMPORTS = "import datetime\nfrom pathlib import Path\nfrom typing import Any, Literal, Optional, Union\n";
const echo = (annotation: string) => `${IMPORTS}\ndef f(x: ${annotation}):\n    return x`;

describe("plain arguments stand in the call itself", () => {
  test("as Python writes them", async () => {
    const source = "def f(a: str, b: int, c: float = 1.0, d: Optional[bool] = None, e: list[str] = []) -> str:\n    return a\n";
    const { code, files } = await program(`from typing import Optional\n${source}`, { a: 'it\'s "ü"\n\u0000', b: 2, c: 5, d: null, e: ["x", "y"] });
    expect(code).toBe(`from typing import Optional\n${source}\nf(a="it's \\"ü\\"\\n\\u0000", b=2, c=5.0, d=None, e=["x", "y"])\n`);
    expect(files).toEqual([]);
  });

  test("the source keeps its lines, an indented one loses its margin", async () => {
    expect((await program("    def f(a: int):\n        return a\n", { a: 1 })).code).toBe("def f(a: int):\n    return a\n\nf(a=1)\n");
  });
});

describe("a value arrives as its annotation says", () => {
  test.each<[string, JsonValue, string]>([
    ["str", "a\u2028🐝", "'a\\u2028🐝'"],
    ["int", -7, "-7"],
    ["float", 5, "5.0"],
    ["float", 0.1, "0.1"],
    ["Optional[float]", 2, "2.0"],
    ["Union[int, float]", 2, "2"],
    ["Union[float, int]", 2, "2"],
    ["bool", true, "True"],
    ["None", null, "None"],
    ["list[float]", [1, 2.5], "[1.0, 2.5]"],
    ["list", [1, "a", null], "[1, 'a', None]"],
    ["Any", { a: [1] }, "{'a': [1]}"],
    ["dict[str, int]", { a: 1 }, "{'a': 1}"],
    ["dict[int, str]", { 1: "a", 20: "b" }, "{1: 'a', 20: 'b'}"],
    ["dict[str, dict[int, bool]]", { a: { 1: true } }, "{'a': {1: True}}"],
    ["set[int]", [3, 1], "{1, 3}"],
    ["frozenset[str]", ["a"], "frozenset({'a'})"],
    ["tuple[int, str]", [1, "a"], "(1, 'a')"],
    ["Literal['a', 1]", 1, "1"],
    ["Path", "a/b.csv", "PosixPath('a/b.csv')"],
    ["datetime.date", "2026-11-30", "datetime.date(2026, 11, 30)"],
    ["datetime.datetime", "2000-01-01T00:00:00", "datetime.datetime(2000, 1, 1, 0, 0)"],
    ["datetime.time", "12:30", "datetime.time(12, 30)"],
    ["datetime.timedelta", "P1DT2H", "datetime.timedelta(days=1, seconds=7200)"],
    ["datetime.timedelta", "26:00:00", "datetime.timedelta(days=1, seconds=7200)"],
    ["Optional[datetime.date]", null, "None"],
    ["Union[datetime.date, str]", "not a date", "'not a date'"],
    ["list[datetime.date]", ["2026-01-02"], "[datetime.date(2026, 1, 2)]"],
    ["bytes", "ü", "b'\\xc3\\xbc'"],
  ])("%s from %j is %s", async (annotation, value, shown) => {
    expect(await resultOf(echo(annotation), { x: value })).toBe(shown);
  });

  test.each<[string, JsonValue, string]>([
    ["datetime.date", "tomorrow", "ValueError: x must be a date such as 2026-11-30"],
    ["list[datetime.date]", ["2026-01-02", "x"], "ValueError: x[1] must be a date such as 2026-11-30"],
    ["datetime.timedelta", "P", "ValueError: x must be a duration such as P1DT2H or 26:00:00"],
    ["dict[int, str]", { a: "b" }, "ValueError: x has the key 'a', which is no int"],
  ])("%s from %j is refused by name: %s", async (annotation, value, message) => {
    expect(await resultOf(echo(annotation), { x: value })).toBe(message);
  });
});

describe("the schema is asked before anything runs", () => {
  test.each<[string, Arguments, string]>([
    ["a: int", {}, "a is needed"],
    ["a: int", { a: 1, b: 2 }, "b is not a parameter of f"],
    ["a: int", { a: "1" }, "a must be a whole number"],
    ["a: int", { a: 1.5 }, "a must be a whole number"],
    ["a: str", { a: null }, "a must be a text"],
    ["a: Optional[int]", { a: "x" }, "a must be a whole number or null"],
    ["a: Literal['x', 'y']", { a: "z" }, 'a must be one of "x", "y"'],
    ["a: list[int]", { a: [1, "b"] }, 'a[1] instance type "string" is invalid. Expected "integer"'],
    ["a: tuple[int, int]", { a: [1] }, "a array has too few items (1 < 2)"],
    ["a: dict[str, int]", { a: { k: "v" } }, 'a.k instance type "string" is invalid. Expected "integer"'],
  ])("f(%s) given %j", async (parameters, args, told) => {
    const source = `${IMPORTS}\ndef f(${parameters}):\n    return a`;
    const outcome = callProgram(source, await toolOf(source), args, []);
    expect(outcome.ok ? [] : outcome.problems.map(({ path, message }) => `${path} ${message}`)).toEqual([told]);
  });

  test("a parameter with a default may be left out", async () => {
    expect(await resultOf("def f(a: int = 3):\n    return a", {})).toBe("3");
  });

  test("names that objects have by nature are no parameters", async () => {
    const source = "def f(a: int):\n    return a";
    expect(callProgram(source, await toolOf(source), { a: 1, constructor: 1, toString: 1 }, [])).toMatchObject({
      ok: false,
      problems: [{ path: "constructor" }, { path: "toString" }],
    });
  });
});

test("another tool is imported from beside the program", async () => {
  const used = [
    { name: "double", code: "def double(x: int) -> int:\n    return 2 * x" },
    { name: "quadruple", code: "from skep_tools.double import double\n\ndef quadruple(x: int) -> int:\n    return double(double(x))" },
  ];
  expect(await resultOf("from skep_tools.quadruple import quadruple\n\ndef f(x: int):\n    return quadruple(x)", { x: 3 }, used)).toBe("12");
});
