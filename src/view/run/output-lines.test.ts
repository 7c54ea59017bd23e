import { expect, test } from "vitest";
import { LINE_LIMIT, outputLines } from "./output-lines.ts";

const texts = (...parts: readonly string[]) => outputLines(parts.map((text) => ({ stream: "stdout", text }))).map((line) => line.text);

test("lines may come in pieces, and the last line end is not a line", () => {
  expect(texts("one\ntw", "o\n", "three")).toEqual(["one", "two", "three"]);
  expect(texts("one\n", "\n", "two\n")).toEqual(["one", "", "two"]);
  expect(texts("")).toEqual([]);
});

test("stderr in the middle of a line is a line of its own", () => {
  const lines = outputLines([
    { stream: "stdout", text: "half" },
    { stream: "stderr", text: "warning\n" },
    { stream: "stdout", text: " rest\n" },
  ]);
  expect(lines).toEqual([
    { stream: "stdout", text: "half" },
    { stream: "stderr", text: "warning" },
    { stream: "stdout", text: " rest" },
  ]);
});

test("a progress bar shows its last state, and Windows line ends are line ends", () => {
  expect(texts("10 %\r50 %\r100 %\n")).toEqual(["100 %"]);
  expect(texts("10 %\r")).toEqual(["10 %"]);
  expect(texts("a\r\nb\r\n")).toEqual(["a", "b"]);
});

test("colour codes are left out", () => {
  expect(texts("\u001b[31mred\u001b[0m")).toEqual(["red"]);
});

test("a line without end is cut into pieces, and nothing is lost", () => {
  const long = "x".repeat(LINE_LIMIT * 2 + 1);
  expect(texts(long).map((line) => line.length)).toEqual([LINE_LIMIT, LINE_LIMIT, 1]);
});
