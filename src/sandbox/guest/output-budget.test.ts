import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutputBudget } from "./output-budget.ts";

/** Everything that is shown of a list of writes, and what is said to be missing. */
function spend(limit: number, writes: readonly string[]): { shown: string; omitted: number; lines: number } {
  const budget = new OutputBudget(limit);
  const head = writes.map((write) => budget.add("stdout", write)).join("");
  const tail = budget.tail();
  return { shown: head + tail.chunks.map((chunk) => chunk.text).join(""), omitted: tail.omittedCharacters, lines: tail.omittedLines };
}

describe("an output budget", () => {
  test("lets everything through that fits", () => {
    expect(spend(100, ["a\n", "b\n"])).toEqual({ shown: "a\nb\n", omitted: 0, lines: 0 });
  });

  test("keeps the beginning and the end", () => {
    const { shown, omitted, lines } = spend(8, ["0\n1\n2\n", "3\n4\n5\n", "6\n7\n"]);
    expect(shown).toBe("0\n1\n2\n7\n");
    expect(omitted).toBe(8);
    expect(lines).toBe(4);
  });

  test("keeps streams apart in the tail", () => {
    const budget = new OutputBudget(4);
    budget.add("stdout", "abc");
    budget.add("stdout", "x");
    budget.add("stderr", "y");
    expect(budget.tail()).toMatchObject({ omittedCharacters: 1, chunks: [{ stream: "stderr", text: "y" }] });
  });

  test("never shows more than the limit, and accounts for every character", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 50 }), fc.array(fc.string({ maxLength: 40 })), (limit, writes) => {
        const whole = writes.join("");
        const { shown, omitted } = spend(limit, writes);
        expect(shown.length).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(shown.length + omitted).toBe(whole.length);
        expect(whole.startsWith(shown.slice(0, Math.min(shown.length, Math.floor(limit * 0.75))))).toBe(true);
      }),
    );
  });
});
