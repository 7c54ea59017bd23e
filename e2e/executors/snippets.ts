import type { WireFile } from "../../src/automation/port.ts";

/** A program and what every executor must make of it. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
  readonly files?: readonly WireFile[];
  readonly status: "ok" | "error";
  readonly exitCode: number;
  readonly stdout: string;
  /** Class and line of the error. */
  readonly error?: readonly [string, number];
  readonly changes?: readonly (readonly [string, "new" | "changed", string])[];
  /** Exact text of the last expression's value, where the executor carries values. */
  readonly value?: string;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Programs in the part of Python that all four executors know. */
export const SNIPPETS: readonly Snippet[] = [
  { title: "text", code: 'print("größe 😀 日本")\nprint(1, "two", 3.0)', status: "ok", exitCode: 0, stdout: "größe 😀 日本\n1 two 3.0\n" },
  { title: "an exact integer as the value", code: "2**100 + 1", status: "ok", exitCode: 0, stdout: "", value: "1267650600228229401496703205377" },
  { title: "a text as the value", code: "\"it's \" + 'x'", status: "ok", exitCode: 0, stdout: "", value: '"it\'s x"' },
  { title: "no value", code: "x = 3\nprint(x)", status: "ok", exitCode: 0, stdout: "3\n" },
  {
    title: "functions, comprehensions, a class",
    code: "class Account:\n    def __init__(self, start):\n        self.total = start\n    def add(self, amount):\n        self.total += amount\n        return self.total\n\naccount = Account(10)\nprint([account.add(n) for n in range(3)])\nprint({k: v for k, v in zip('ab', (1, 2))})",
    status: "ok",
    exitCode: 0,
    stdout: "[10, 11, 13]\n{'a': 1, 'b': 2}\n",
  },
  {
    title: "the standard library",
    code: "import collections, json, statistics\nprint(json.dumps(collections.Counter('abca').most_common(1)))\nprint(statistics.median([3, 1, 2]))",
    status: "ok",
    exitCode: 0,
    stdout: '[["a", 2]]\n2\n',
  },
  {
    title: "an exception in a function",
    code: "def pick(row):\n    return row['amt']\n\nprint('before')\npick({'a': 1})",
    status: "error",
    exitCode: 1,
    stdout: "before\n",
    error: ["KeyError", 2],
  },
  { title: "a raised exception", code: "raise ValueError('no rows')", status: "error", exitCode: 1, stdout: "", error: ["ValueError", 1] },
  { title: "a division", code: "n = 0\nprint(1 / n)", status: "error", exitCode: 1, stdout: "", error: ["ZeroDivisionError", 2] },
  { title: "a syntax error", code: "x = 1\nif x\n    print(x)", status: "error", exitCode: 1, stdout: "", error: ["SyntaxError", 2] },
  { title: "an exit code", code: "import sys\nprint('bye')\nsys.exit(3)", status: "error", exitCode: 3, stdout: "bye\n", error: ["SystemExit", 0] },
  { title: "exit code 0", code: "import sys\nsys.exit(0)", status: "ok", exitCode: 0, stdout: "" },
  {
    title: "files in and out",
    code: "rows = open('in.csv').read().split()\nopen('out.txt', 'w').write(str(len(rows)))\nwith open('in.csv', 'a') as file:\n    file.write('3\\n')\nprint(rows)",
    files: [
      { path: "in.csv", base64: base64("n\n1\n2\n") },
      { path: "same.txt", base64: base64("same") },
    ],
    status: "ok",
    exitCode: 0,
    stdout: "['n', '1', '2']\n",
    changes: [
      ["in.csv", "changed", "n\n1\n2\n3\n"],
      ["out.txt", "new", "3"],
    ],
  },
];
