import { describe, expect, test } from "vitest";
import { functionAt, onlyDefines, patchFunction } from "./patch-function.ts";

const CODE = `"""Adds."""
import math

# before
def total(rows):
    s = 0
    for row in rows:
        s += row["x"]
    return s


class Box:
    @property
    def size(self):
        def inner():
            return 1 / 0
        return inner()


print(total([{"y": 1}]))  # after
`;

describe("the function that holds a line", () => {
  test.each([
    [5, "total"],
    [8, "total"],
    [14, "size"],
    [16, "inner"],
    [17, "size"],
    [21, undefined],
    [1, undefined],
  ])("line %i", (line, name) => {
    expect(functionAt(CODE, line)?.name).toBe(name);
  });

  test("comes with its text", () => {
    expect(functionAt(CODE, 7)?.code).toMatch(/^def total\(rows\):\n[\s\S]*return s$/);
  });

  test("is none in what does not parse", () => {
    expect(functionAt("def f(:\n  1", 1)).toBeNull();
  });
});

describe("a patch", () => {
  test("changes the function and nothing else", () => {
    const patched = patchFunction(CODE, "total", 'def total(rows):\n    return sum(row["y"] for row in rows)');
    expect(patched).toBe(CODE.replace(/def total[\s\S]*?return s\n/, 'def total(rows):\n    return sum(row["y"] for row in rows)\n'));
  });

  test("takes its place at its own depth, under its decorators", () => {
    const patched = patchFunction(CODE, "size", "def size(self):\n    if True:\n        return 2");
    expect(patched).toContain("    @property\n    def size(self):\n        if True:\n            return 2\n");
    expect(patched).toContain("# after");
    expect(patched).not.toContain("inner");
  });

  test("of a method may come within its class", () => {
    const patched = patchFunction(CODE, "size", "class Box:\n    @property\n    def size(self):\n        return 3\n");
    expect(patched).toContain("class Box:\n    @property\n    def size(self):\n        return 3\n");
    expect(patched?.match(/@property/g)).toHaveLength(1);
  });

  test("brings its imports, after what must stay first", () => {
    const patched = patchFunction(CODE, "total", "import math\nfrom collections import Counter\n\ndef total(rows):\n    return len(Counter(rows))");
    expect(patched?.startsWith('"""Adds."""\nfrom collections import Counter\nimport math\n')).toBe(true);
  });

  test.each([
    ["another function", "def other():\n    return 1"],
    ["what does not parse", "def total(rows:\n    return 1"],
    ["the same function again", CODE.slice(CODE.indexOf("def total"), CODE.indexOf("class Box")).trimEnd()],
    ["no function", "print(1)"],
  ])("is refused: %s", (_title, reply) => {
    expect(patchFunction(CODE, "total", reply)).toBeNull();
  });

  test("is refused where two functions have the name", () => {
    expect(patchFunction("def f():\n    return 1\n\ndef f():\n    return 2\n", "f", "def f():\n    return 3")).toBeNull();
  });
});

test("what only defines is told from a program", () => {
  expect(onlyDefines("import math\n\n# a\ndef f():\n    print(1)\n")).toBe(true);
  expect(onlyDefines("import functools\n@functools.cache\ndef f():\n    return 1")).toBe(true);
  expect(onlyDefines("def f():\n    return 1\nprint(f())")).toBe(false);
  expect(onlyDefines("def f(:")).toBe(false);
});
