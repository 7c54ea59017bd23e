import { describe, expect, test } from "vitest";
import type { ExecutionResult } from "#domain/execution-result.ts";
import { sampleResult } from "#domain/sample-result.ts";
import { answerKey } from "./answer-key.ts";

const key = (text: string, over: Partial<ExecutionResult> = {}) =>
  answerKey(sampleResult({ output: text === "" ? [] : [{ stream: "stdout", text }], ...over }));

describe("what an answer says", () => {
  test.each([
    ["The sum is 5.", "Sum: 5.0"],
    ["1,234,567", "1234567"],
    ["0.333333333", "0.33333334"],
    ["[1, 2, 3]", "1\n2\n3"],
    ["abc\nacb", "a b c\na c b"],
    ["Yes", "yes!"],
    ["due 2024-05-10", "2024-05-10"],
    ["x = -3", "-3"],
    ["x1 = 4", "4"],
    ["3 files: ['ann1@a.org', 'b2@b.org', 'c3@c.org']", "3 ann1@a.org\nb2@b.org\nc3@c.org"],
  ])("%j is %j", (a, b) => expect(key(a)).toBe(key(b)));

  test.each([
    ["5", "6"],
    ["5", "-5"],
    ["12345678901234567890", "12345678901234567891"],
    ["0.3333", "0.3343"],
    ["1 2 3", "3 2 1"],
    ["abc", "abd"],
    ["..#", ".#."],
    ["ann1@a.org b2@b.org", "ann1@a.org c2@b.org"],
    ["8 is even: True, 9: False", "8 is even: True, 9: True"],
  ])("%j is not %j", (a, b) => expect(key(a)).not.toBe(key(b)));

  test("the last value counts where nothing was printed, and pictures where there is no text", () => {
    expect(key("", { result: { data: { "text/plain": "42" } } })).toBe(key("42"));
    expect(key("", { displays: [{ data: { "image/png": "a" }, metadata: {} }] })).toBe("shown image/png");
  });
});
