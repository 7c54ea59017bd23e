import { expect, test } from "vitest";
import { environmentLines } from "./environment-lines.ts";

const LINES = [
  "Python 3.14.2 in WebAssembly, one thread.",
  "Packages: the standard library, contourpy 1.3.3, matplotlib 3.10.8, numpy 2.4.3, pandas 3.0.2, six 1.17.0. No others.",
  "Show a figure with plt.show(), a table or value with display(x) or as the last expression; print() for text.",
  "Files lie in the working directory.",
];

test("large models are told all as it stands, tiny and small ones nothing", () => {
  expect(environmentLines(LINES, "large", "Plot it with numpy", true)).toEqual(LINES);
  for (const model of ["tiny", "small"] as const) expect(environmentLines(LINES, model, "Plot it with numpy", true)).toEqual([]);
});

test("medium ones are told what the task touches, without what is only installed for others", () => {
  expect(environmentLines(LINES, "medium", "Use pandas", false)).toEqual(["Packages: matplotlib 3.10.8, numpy 2.4.3, pandas 3.0.2."]);
  expect(environmentLines(LINES, "medium", "Draw a line", false)).toContain(LINES[2]);
  expect(environmentLines(LINES, "medium", "Add 1 and 2", false)).toEqual([]);
  expect(environmentLines(LINES, "medium", "Sum the column", true)).toContain("Files lie in the working directory.");
});

test("what a task does without is not spoken of", () => {
  for (const task of ["Fit it without numpy.", "Do not use pandas, please.", "Sort it, no library allowed"])
    expect(environmentLines(LINES, "medium", task, false)).toEqual([]);
});
