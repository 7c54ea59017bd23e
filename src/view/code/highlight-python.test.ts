import { expect, test } from "vitest";
import { highlightPython } from "./highlight-python.ts";

const CODE = 'def total(path: str) -> float:\n\t"""Adds."""\n    return sum([1, 2.5])  # done\n\nclass Broken(\n';

test("the tokens are the code, byte for byte", () => {
  const lines = highlightPython(CODE).map((tokens) => tokens.map(({ text }) => text).join(""));
  expect(lines.join("\n")).toBe(CODE);
});

test("keywords, strings, numbers, comments and definitions are told apart", () => {
  const kinds = new Map(highlightPython(CODE).flatMap((tokens) => tokens.map(({ text, kind }) => [text, kind] as const)));
  expect(kinds.get("def")).toBe("keyword");
  expect(kinds.get("total")).toBe("definition");
  expect(kinds.get('"""Adds."""')).toBe("string");
  expect(kinds.get("2.5")).toBe("number");
  expect(kinds.get("# done")).toBe("comment");
});
