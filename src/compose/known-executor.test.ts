import { expect, test } from "vitest";
import { unknownExecutors } from "./known-executor.ts";

test("a name that no executor has is told with its place; known and absent ones are not", () => {
  const names = ["pyodide", "bee"];
  expect(unknownExecutors({ "?executor": "bee", "settings.executor": "pyodide", other: undefined }, names)).toEqual([]);
  expect(unknownExecutors({ "?executor": "moon" }, names)).toEqual([
    { path: "?executor", message: 'must be one of pyodide, bee, but is "moon"; pyodide is used' },
  ]);
});
