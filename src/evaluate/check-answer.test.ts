import { describe, expect, test } from "vitest";
import type { ExecutionResult } from "#domain/execution-result.ts";
import { checkAnswer } from "./check-answer.ts";
import type { AnswerCheck, AxesFacts } from "./evaluation-suite.ts";
import { readFigureFacts } from "./figure-probe.ts";
import { evaluateFormula } from "./line-function.ts";
import { naiveProgram } from "./naive-program.ts";
import { parseSuite } from "./parse-suite.ts";

const result = (text: string, value: string | null = null): ExecutionResult => ({
  v: "skep.result/1",
  status: "ok",
  exitCode: 0,
  output: text === "" ? [] : [{ stream: "stdout", text }],
  displays: [],
  result: value === null ? null : { data: { "text/plain": value } },
  files: [],
  error: null,
  limit: null,
  durationMs: 1,
  environment: { executor: "test", python: "3.14.2", packages: {} },
});
const judge = (check: AnswerCheck, text: string, axes: readonly AxesFacts[] = []) => checkAnswer(check, { result: result(text), files: [], axes }).right;

const table: readonly (readonly [AnswerCheck, readonly string[], readonly string[]])[] = [
  [{ type: "last_number", value: 83.5 }, ["83.5", "Average of 4 scores: 83.50", "a 1\nb 83.5"], ["83", "83.5\n4", ""]],
  [{ type: "last_number", value: 1234567 }, ["1,234,567", "n = 1234567"], ["1,234,568", "123"]],
  [{ type: "last_number", value: 5, abs: true }, ["-5"], ["-6"]],
  [
    { type: "last_number", value: "15511210043330985984000000" },
    ["25! = 15511210043330985984000000"],
    ["15511210043330985984000001", "1.5511210043330986e+25"],
  ],
  [{ type: "numbers_seq", value: [2, 3, 5], exact: true }, ["2, 3, 5", "[2, 3, 5]", "below 6:\n2 3 5"], ["2 3 5 7", "3 5"]],
  [{ type: "numbers_seq", value: [2, 3] }, ["1 2 3 4"], ["2 4 3"]],
  [{ type: "numbers_all", value: [1.95, 1.15] }, ["b=1.15, a=1.95"], ["1.95"]],
  [{ type: "number_range", lo: 0.15, hi: 0.18, pct: true }, ["0.1667", "16.67 %"], ["0.2", "20"]],
  [{ type: "contains", all: ["desk", "149.5"], absent: ["lamp"] }, ["desk 149.50"], ["desk", "Lamp desk 149.5"]],
  [{ type: "lines", value: ["abc", "acb"] }, ["abc\nacb", "- abc\n- acb", "All:\nabc\nacb"], ["acb\nabc", "abc acb"]],
  [{ type: "lines", value: ["Yes"], ci: true }, ["yes"], ["no"]],
  [{ type: "regex", pattern: "red\\W+4[\\s\\S]*blue\\W+3" }, ["red: 4\nblue: 3"], ["blue: 3\nred: 4"]],
  [{ type: "dates", value: ["2024-11-01", "2024-11-08"] }, ["2024-11-01\n2024-11-08"], ["2024-11-01"]],
  [{ type: "pairs", value: { IT: 100, HR: 80 } }, ["IT 100\nHR: 80.0"], ["{'IT': 100, 'HR': 80}", "IT 100\nHR 81", "IT 100\nall 80"]],
  [{ type: "stdout", value: "a\nb\n" }, ["a\nb"], ["a\nb\nc"]],
  [
    { type: "stdout_json", value: { a: 1, b: ["x"] }, order: ["a", "b"] },
    ['{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}'],
    ['{"a": 1, "b": ["x"]}', '{\n  "b": [\n    "x"\n  ],\n  "a": 1\n}', '{\n  "a": 2,\n  "b": [\n    "x"\n  ]\n}', "{'a': 1}"],
  ],
  [
    { type: "hanoi", disks: 2 },
    ["Move A -> B\nMove A -> C\nMove B -> C\n3", "move disk 1 from A to B\nmove disk 2 from A to C\nmove disk 1 from B to C\nTotal: 3"],
    ["Move A -> B\nMove A -> B\n2", "Move A -> C\n1", "Move A -> B\nMove A -> C\nMove B -> C\n4"],
  ],
  [{ type: "order", value: ["Una", "Tom"] }, ["Una\nTom", "1. una\n2. tom"], ["Tom\nUna", "Una, Tom"]],
  [{ type: "grid", value: ["..", "##"] }, ["..\n##", "new:\n. .\n# #"], ["##\n..", ".."]],
  [{ type: "groups", value: [["ab", "ba"], ["cd"]] }, ["['ba', 'ab']\n['cd']"], ["ab ba cd", "ab\nba\ncd"]],
];

describe("answer checks", () => {
  for (const [check, right, wrong] of table) {
    test(`${check.type}: ${JSON.stringify(check).slice(0, 60)}`, () => {
      for (const text of right) expect(judge(check, text), text).toBe(true);
      for (const text of wrong) expect(judge(check, text), text).toBe(false);
    });
  }

  test("a last value counts when nothing was printed", () => {
    expect(checkAnswer({ type: "last_number", value: 42 }, { result: result("", "42"), files: [], axes: [] }).right).toBe(true);
    expect(checkAnswer({ type: "value", value: "[1, 2]" }, { result: result("x", "[1, 2]"), files: [], axes: [] }).right).toBe(true);
  });

  test("files by name and content", () => {
    const files = [{ path: "out.csv", bytes: new TextEncoder().encode("a,b\n1,2\n") }];
    const check = (over: object) => checkAnswer({ type: "file", path: "out.csv", ...over }, { result: result(""), files, axes: [] }).right;
    expect([check({}), check({ contains: ["1,2"] }), check({ equals: "a,b\n1,2" })]).toEqual([true, true, true]);
    expect([check({ path: "other.csv" }), check({ contains: ["3"] }), check({ equals: "a,b" })]).toEqual([false, false, false]);
  });

  test("figures by count and by what their axes hold", () => {
    const axes = [
      {
        title: "Sales",
        xlabel: "x",
        ylabel: "y = x²",
        bars: [12, 30],
        xticks: ["pens", "Books"],
        lines: [[0, 2, 4, 6, 8, 10].map((x) => [x, x * x] as const)],
      },
    ];
    expect(judge({ type: "bars", heights: [12, 30], labels: ["pens", "books"], title: "sales" }, "", axes)).toBe(true);
    expect(judge({ type: "bars", heights: [12, 31], labels: ["pens", "books"], title: "sales" }, "", axes)).toBe(false);
    expect(judge({ type: "line", x0: 0, x1: 10, fn: "x*x", xlabel: "x", ylabel: "y" }, "", axes)).toBe(true);
    expect(judge({ type: "line", x0: 0, x1: 10, fn: "x*x*x", xlabel: "x", ylabel: "y" }, "", axes)).toBe(false);
    expect(
      checkAnswer({ type: "figure" }, { result: { ...result(""), displays: [{ data: { "image/png": "…" }, metadata: {} }] }, files: [], axes: [] }).right,
    ).toBe(true);
    expect(judge({ type: "figure" }, "")).toBe(false);
  });

  test("facts of a figure that a program forged are left out", () => {
    const file = (text: string) => [{ path: "skep-figure-facts.json", bytes: new TextEncoder().encode(text) }];
    expect(readFigureFacts(file('[{"title": "t", "xlabel": "", "ylabel": "", "bars": [NaN], "xticks": [], "lines": []}, 1]'))).toHaveLength(1);
    expect(readFigureFacts(file("not json"))).toEqual([]);
    expect(readFigureFacts([])).toEqual([]);
  });
});

describe("formulas", () => {
  test.each([
    ["x*x", 3, 9],
    ["2*x + 1", 2, 5],
    ["-(x - 1)**2 / 2", 3, -2],
    ["2**3**x", 1, 8],
  ])("%s at %d", (formula, x, expected) => expect(evaluateFormula(formula, x)).toBe(expected));

  test("anything else is refused", () => {
    for (const formula of ["", "x +", "(x", "alert(1)", "x y", "y"]) expect(() => evaluateFormula(formula, 1), formula).toThrow();
  });
});

describe("suites", () => {
  test("a list of tasks, with files and exact whole numbers", () => {
    const parsed = parseSuite(
      '[{"id": "a", "prompt": "p", "files": [{"path": "f", "text": "x"}], "check": {"type": "last_number", "value": 12345678901234567890}}]',
      "mine",
    );
    expect(parsed).toMatchObject({ ok: true, suite: { name: "mine", tasks: [{ id: "a", kind: "", check: { value: "12345678901234567890" } }] } });
    expect(parsed.ok && new TextDecoder().decode(parsed.suite.tasks[0]?.files[0]?.bytes)).toBe("x");
  });

  test("numbers keep their digits: long fractions as numbers, whole ones that are too long as text", () => {
    const suite =
      '[{"id": "a", "prompt": "p", "check": {"type": "number_range", "lo": 0.1234567890123456789, "hi": 1.5e-300}}, {"id": "b", "prompt": "p", "check": {"type": "last_number", "value": -12345678901234567890}}]';
    expect(parseSuite(suite, "x")).toMatchObject({
      ok: true,
      suite: { tasks: [{ check: { lo: Number("0.1234567890123456789"), hi: 1.5e-300 } }, { check: { value: "-12345678901234567890" } }] },
    });
  });

  test("what is wrong is named with its path", () => {
    expect(parseSuite("{", "x")).toMatchObject({ ok: false, message: expect.stringMatching(/not JSON/) });
    expect(parseSuite('[{"id": "a", "prompt": "p", "check": {"type": "magic"}}]', "x")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/type|check/),
    });
    const task = '{"id": "a", "prompt": "p", "check": {"type": "regex", "pattern": "x"}}';
    expect(parseSuite(`[${task}, ${task}]`, "x")).toEqual({ ok: false, message: "two tasks have the id a" });
    expect(parseSuite(`[${task.replace('"x"', '"("')}]`, "x")).toMatchObject({ ok: false });
  });
});

test("the baseline's parser takes the first fence, or everything", () => {
  expect(naiveProgram("a\n```python\nx = 1\n```\nb\n```\ny\n```")).toBe("x = 1");
  expect(naiveProgram("print(1)")).toBe("print(1)");
});
