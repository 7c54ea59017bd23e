import { expect, test } from "vitest";
import { printable } from "./printable.mjs";

test("what would command a terminal is shown instead", () => {
  expect(printable("\x1b]0;title\x07 \x1b[2J\x9b31m \x7f\0")).toBe("\\x1b]0;title\\x07 \\x1b[2J\\x9b31m \\x7f\\x00");
  expect(printable("done\rover")).toBe("done\\x0dover");
});

test("lines, tabs and other scripts stay as they are", () => {
  const text = "a\tb\nünï 日本 🐝 عربي\n";
  expect(printable(text)).toBe(text);
  expect(printable("a\r\nb")).toBe("a\nb");
});
