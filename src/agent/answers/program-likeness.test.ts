import { expect, test } from "vitest";
import { programLikeness } from "./program-likeness.ts";

const SORTS = "def order(words):\n    # by length\n    return sorted(words, key=len)\nprint(order(['pear', 'fig']))";

test("comments and layout are no difference, one other name is a small one, another way is a large one", () => {
  expect(programLikeness(SORTS, SORTS.replace("    # by length\n", ""))).toBe(1);
  expect(programLikeness(SORTS, SORTS.replaceAll("words", "items"))).toBeGreaterThan(0.7);
  expect(programLikeness(SORTS, "words = ['pear', 'fig']\nwords.sort(key=lambda word: len(word))\nfor word in words:\n    print(word)")).toBeLessThan(0.5);
  expect(programLikeness("", "")).toBe(1);
  expect(programLikeness("", SORTS)).toBe(0);
});
