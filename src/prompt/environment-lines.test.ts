import { expect, test } from "vitest";
import { environmentLines } from "./environment-lines.ts";

const LINES = [
  "Python 3.14.2 in WebAssembly, one thread.",
  "Packages: the standard library, contourpy 1.3.3, matplotlib 3.10.8, numpy 2.4.3, pandas 3.0.2, six 1.17.0. No others.",
  "Show a figure with plt.show(), a table or value with display(x) or as the last expression; print() for text.",
  "Files lie in the working directory.",
];

test("large models are told all as it stands, tiny ones nothing", () => {
  expect(environmentLines(LINES, "large", "Plot it with numpy", true)).toEqual(LINES);
  expect(environmentLines(LINES, "tiny", "Plot it with numpy", true)).toEqual([]);
});

test("small models are told what the task touches, without what is only installed for others", () => {
  expect(environmentLines(LINES, "small", "Use numpy", false)).toEqual(["Packages: matplotlib, numpy, pandas."]);
  expect(environmentLines(LINES, "small", "Draw a line", false)).toContain("Show a figure with plt.show().");
  expect(environmentLines(LINES, "small", "Add 1 and 2", false)).toEqual([]);
  expect(environmentLines(LINES, "small", "Sum the column", true)).toContain("Files lie in the working directory.");
});

test("what a task does without is not spoken of", () => {
  for (const task of ["Fit it without numpy.", "Do not use pandas, please.", "Sort it, no library allowed"])
    expect(environmentLines(LINES, "small", task, false)).toEqual([]);
  expect(environmentLines(LINES, "small", "Without loops, use numpy", false)).toHaveLength(1);
});

test("medium ones keep versions and whole lines", () => {
  expect(environmentLines(LINES, "medium", "Use pandas", false)).toEqual(["Packages: matplotlib 3.10.8, numpy 2.4.3, pandas 3.0.2."]);
  expect(environmentLines(LINES, "medium", "Draw a line", false)).toContain(LINES[2]);
});
