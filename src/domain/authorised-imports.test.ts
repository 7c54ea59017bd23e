import { expect, test } from "vitest";
import { readAuthorisedImports } from "./authorised-imports.ts";

test.each([
  ["", []],
  ["*", ["*"]],
  [" json,  numpy.*\npandas json ", ["json", "numpy.*", "pandas"]],
  ["matplotlib.pyplot", ["matplotlib.pyplot"]],
])("%j names %j", (text, names) => {
  expect(readAuthorisedImports(text)).toEqual({ ok: true, names });
});

test.each([
  ["numpy.", "numpy."],
  ["*.numpy", "*.numpy"],
  ["num-py", "num-py"],
  ["os;sys", "os;sys"],
  ["numpy.*.linalg", "numpy.*.linalg"],
])("%j is refused, and the word is named", (text, word) => {
  expect(readAuthorisedImports(text)).toEqual({ ok: false, message: expect.stringContaining(JSON.stringify(word)) });
});

test("* with names, and more names than anyone types, are refused", () => {
  expect(readAuthorisedImports("* json")).toMatchObject({ ok: false, message: expect.stringContaining("alone") });
  expect(readAuthorisedImports(Array.from({ length: 61 }, (_, index) => `m${index}`).join(","))).toMatchObject({ ok: false });
});
