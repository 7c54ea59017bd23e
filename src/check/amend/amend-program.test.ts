import { describe, expect, test } from "vitest";
import type { CheckPlace } from "#check/code-check.ts";
import { amendProgram } from "./amend-program.ts";

const place: CheckPlace = {
  python: "3.14.2",
  packages: { numpy: "2.4.6" },
  imports: {},
  operatingSystem: false,
  network: false,
  packagesAreAll: true,
  files: [],
};

const table: readonly (readonly [string, string, string])[] = [
  ["a forgotten import", "print(math.pi)", "import math\nprint(math.pi)"],
  [
    "two of them, after the docstring and the future",
    '"""Doc."""\nfrom __future__ import annotations\nprint(np.zeros(2), Counter())',
    '"""Doc."""\nfrom __future__ import annotations\nimport numpy as np\nfrom collections import Counter\nprint(np.zeros(2), Counter())',
  ],
  ["a package that is not installed stays out", "print(pd.DataFrame())", "print(pd.DataFrame())"],
  ["an unknown name stays", "print(value)", "print(value)"],
  ["the last result is printed", "x = 2\ny = x * 3", "x = 2\ny = x * 3\nprint(y)"],
  ["an entry point is called", "def main():\n    print(1)", "def main():\n    print(1)\nmain()"],
  ["an entry point's value is printed", "def answer():\n    return 42", "def answer():\n    return 42\nprint(answer())"],
  ["a function that needs values stays", "def add(a, b):\n    return a + b", "def add(a, b):\n    return a + b"],
  ["a figure is shown", "import matplotlib.pyplot as plt\nplt.plot([1, 2])", "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()"],
  [
    "a figure that is saved stays",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('a.png')",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('a.png')",
  ],
  ["a program that prints stays", "x = 1\nprint(x)\ny = 2", "x = 1\nprint(x)\ny = 2"],
  ["a last value stays", "x = 1\nx", "x = 1\nx"],
  ["broken code stays", "print(math.pi", "print(math.pi"],
];

describe("what small models forget", () => {
  for (const [title, code, expected] of table) {
    test(title, () => {
      const amended = amendProgram(code, place);
      expect(amended.code).toBe(expected);
      expect(amended.findings.length > 0).toBe(code !== expected);
      expect(amended.findings.every((finding) => finding.severity === "warning")).toBe(true);
    });
  }

  test.each([
    ["the only file there is", ["data.csv"], "print(open('cities.csv').read())", 'print(open("data.csv").read())'],
    ["a name held in a variable", ["sales.csv"], "path = 'path/to/file.csv'\nprint(open(path).read())", 'path = "sales.csv"\nprint(open(path).read())'],
    ["the same name in another folder or case", ["a.csv", "Sales.csv"], "print(open('/data/sales.csv').read())", 'print(open("Sales.csv").read())'],
    ["a name that is there", ["a.csv", "b.csv"], "print(open('a.csv').read())", null],
    ["one of several unknown ones", ["a.csv", "b.csv"], "print(open('c.csv').read())", null],
    ["a file that the program writes", ["a.csv"], "open('out.txt', 'w').write('x')\nprint(open('out.txt').read())", null],
    ["a file that a data frame writes", ["a.csv"], "df = 1\ndf.to_csv('out.csv')\nprint(df)", null],
    ["no files at all", [], "print(open('cities.csv').read())", null],
  ])("file names: %s", (_title, files, code, expected) => {
    expect(amendProgram(code, { ...place, files }).code).toBe(expected ?? code);
  });

  test.each([
    [
      "csv.DictReader has the heading",
      "r = csv.DictReader(f)\nnext(r)\nfor row in r:\n    print(row)",
      "r = csv.DictReader(f)\n\nfor row in r:\n    print(row)",
    ],
    ["csv.reader has not", "r = csv.reader(f)\nnext(r)\nfor row in r:\n    print(row)", null],
    ["a row that is used", "r = csv.DictReader(f)\nfirst = next(r)\nprint(first)", null],
    ["all that a block does", "r = csv.DictReader(f)\nif skip:\n    next(r)\nprint(list(r))", null],
  ])("a skipped heading: %s", (_title, code, expected) => {
    const given = `import csv\nskip = True\nf = open('a.csv')\n${code}`;
    expect(amendProgram(given, { ...place, files: ["a.csv"] }).code).toBe(expected === null ? given : given.replace(code, expected));
  });

  test("is amended once only", () => {
    for (const [, code] of table) {
      const once = amendProgram(code, place).code;
      expect(amendProgram(once, place).code).toBe(once);
    }
  });
});
