import { describe, expect, test } from "vitest";
import { answerDoubts } from "./answer-doubts.ts";
import { isDoubt } from "./demand.ts";
import { programDoubts } from "./program-doubts.ts";
import { taskValues } from "./task-values.ts";
import { unusedValues } from "./unused-values.ts";

const of = (task: string, code: string) => programDoubts(task, code).map((finding) => finding.message);
const shown = (task: string, text: string, more: Partial<Parameters<typeof answerDoubts>[1]> = {}) =>
  answerDoubts(task, { text, showsMore: false, files: [], inputs: [], ...more }).map((finding) => finding.check);

describe("values of a task", () => {
  test.each([
    ["Add 17 and 1,250.5", [17, 1250.5]],
    ["Sum the 3-digit numbers with 4 digits, use SHA-256 and v2 of 5x5", []],
    ["1. Read it\n2. Print 12 rows", [12]],
    ["0, 1 and 2 are left out, 3 is not", [3]],
    ["Raise 7**30 modulo 11.", [7, 30, 11]],
  ])("%s", (task, numbers) => expect(taskValues(task).numbers).toEqual(numbers));

  test("texts in quotes, not apostrophes", () => {
    expect(taskValues("Reverse 'ab cd' and \"ef\".").texts).toEqual(["ab cd", "ef"]);
    expect(taskValues("Take Anna's list and the dogs' names.").texts).toEqual([]);
  });

  test.each([
    ["Print 3 to 10", "for i in range(3, 11): print(i)", []],
    ["Add 0.5 % interest and 19 % tax", "print(1.005 * 1.19)", []],
    ["Take a million: 1000000 rows", "n = 10**6", []],
    ["Read 1,000 rows", "n = 1_000", []],
    ["From 2024-03-15 on", "datetime(2024, 3, 15)", []],
    ["Reverse 'alpha beta'", "words = ['alpha', 'beta']", []],
    ["The multiples of 9 up to 12", "for i in range(1, 13): print(i)", ["9"]],
    ["Reverse 'alpha beta'", "words = ['alpha']", ["'alpha beta'"]],
  ])("%s: %s leaves out %j", (task, code, unused) => expect(unusedValues(taskValues(task), code)).toEqual(unused));
});

describe("doubts of a program", () => {
  test("are warnings, and known as doubts", () => {
    const found = programDoubts("Add 5 and 8.", "print(5)");
    expect(found).toMatchObject([{ severity: "warning", fix: "Use these values of the task: 8." }]);
    expect(found.every(isDoubt)).toBe(true);
  });

  test.each([
    ["Solve it without numpy.", "import numpy as np", "import math"],
    ["Use the csv module.", "import pandas", "import csv"],
    ["Use a regular expression.", "print('a'.split())", "import re"],
    ["Solve it recursively.", "def f(n):\n    return n\nprint(f(3))", "def f(n):\n    return f(n - 1)\nprint(f(1))"],
    ["Write a function named area.", "def size(a): pass", "def area(a): pass"],
    ["Draw a bar chart.", "plt.plot(a, b)", "plt.bar(a, b)"],
    ["Draw a chart with a title.", "plt.plot(a)", "ax.set_title('A')"],
    ["Plot it and label both axes.", "plt.xlabel('x')", "plt.xlabel('x')\nplt.ylabel('y')"],
  ])("%s", (task, wrong, right) => {
    expect(of(task, wrong)).toHaveLength(1);
    expect(of(task, right)).toEqual([]);
  });

  test.each([
    ["Add the numbers from 1 to 50.", "print(sum(range(1, 50)))", "print(sum(range(1, 51)))"],
    ["Plot it for x from 0 to 8.", "x = list(range(8))", "x = list(range(8 + 1))"],
    ["List the leap years from 1996 to 2024.", "for y in range(1996, 2024): print(y)", "for y in range(1996, 2025): print(y)"],
  ])("%s goes to the end", (task, wrong, right) => {
    expect(of(task, wrong)).toEqual([expect.stringContaining("ends before it")]);
    expect(of(task, right)).toEqual([]);
  });

  test("a title that no figure has is none", () => expect(of("Print the title of each book.", "print(1)")).toEqual([]));
});

describe("doubts of an answer", () => {
  test.each([
    ["Anything", "<function f at 0x7f>", "ok", "asked-content"],
    ["Find the squares.", "Squares:\n", "Squares:\n4\n9", "asked-content"],
    ["Print a list.", "1\n2\nNone", "1\n2", "asked-content"],
    ["Print them one per line.", "a, b, c", "a\nb\nc", "asked-lines"],
    ["Print each word on a new line.", "a b", "a\nb", "asked-lines"],
    ["Print each on its own line.", "['a', 'b']\n['c', 'd']", "a b\nc d", "asked-lines"],
    ["Print it as YYYY-MM-DD.", "10 May 2024", "2024-05-10", "asked-form"],
    ["Round it to 2 decimals.", "3.14159", "3.14", "asked-form"],
    ["Answer True or False.", "yes", "False", "asked-form"],
    ["Print it as JSON.", "{'a': 1}", '{"a": 1}', "asked-form"],
    ["Make a JSON object of it.", "[1]", '{"a": 1}', "asked-form"],
    ["Print them in the form 3 + 4 = 7.", "4 + 3 = 7", "3 + 4 = 7\n3 + 5 = 8", "asked-form"],
    ["Print the times in the form 08:15.", "8.15", "17:30", "asked-form"],
    ["Which weekday was it?", "5", "Friday", "asked-form"],
    ["Convert 9 to a Roman numeral.", "ix", "IX", "asked-form"],
    ["Print the longest word and its length.", "banana", "banana 6", "asked-form"],
    ["Print the share of sixes.", "1675", "0.1675", "asked-range"],
    ["Print the share of sixes.", "The share is: 0.00", "The share is: 0.17", "asked-range"],
    ["Print the correlation.", "of [1, 2] and [3, 4]: 2.25", "0.82", "asked-range"],
    ["How many are there?", "2.5", "3", "asked-range"],
    ["List all primes from 10 to 30.", "11 13 17 31", "11 13 17 29", "asked-range"],
    ["List the Mondays of March 2025 as dates.", "2025-03-31\n2025-04-07", "2025-03-24\n2025-03-31", "asked-range"],
    ["Print them in alphabetical order.", "b\na\nc", "a\nb\nc", "asked-order"],
    ["Print the moves and then the number of moves.", "A to B 1\nA to C 2", "A to B\n1", "asked-parts"],
    ["Print the share in %.", "16.7 %", "16.7 %", null],
    ["What day is 90 days after 3 March 2024? As a date.", "2024-06-01\n2024-06-02", "2024-06-01", null],
  ])("%s: %j, not %j", (task, wrong, right, check) => {
    expect(shown(task, wrong)).toEqual(check === null ? [] : expect.arrayContaining([check]));
    expect(shown(task, right)).toEqual([]);
  });

  test("a figure needs no words, a file that was asked for must be there", () => {
    expect(shown("Draw it.", "", { showsMore: true })).toEqual([]);
    expect(shown("Write the result into out.csv.", "done", { files: ["other.csv"] })).toEqual(["asked-file"]);
    expect(shown("Write the result into out.csv.", "done", { files: ["out.csv"] })).toEqual([]);
    expect(shown("Find the address in 'please write to ann.lee@example.org'.", "ann.lee@example.org")).toEqual([]);
    expect(shown("Show a table of sums, from 1 to 3 both ways.", "2 3 4\n3 4 5\n4 5 6")).toEqual([]);
    expect(shown("Write a program that adds the numbers up and compares them to sums.csv.", "done", { inputs: ["sums.csv"] })).toEqual([]);
  });
});
