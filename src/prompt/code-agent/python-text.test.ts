import { expect, test } from "vitest";
import { pythonText } from "./python-text.ts";

// Right-hand sides are what CPython 3.11's repr printed.
test.each([
  ["a", "'a'"],
  ["it's", '"it\'s"'],
  ['it\'s "x"', "'it\\'s \"x\"'"],
  ["a\\b\n\t\r", "'a\\\\b\\n\\t\\r'"],
  ["\u0000\u007f\u00a0", "'\\x00\\x7f\\xa0'"],
  ["é😀\u2028", "'é😀\\u2028'"],
])("%j", (text, shown) => {
  expect(pythonText(text)).toBe(shown);
});
