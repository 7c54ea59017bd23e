import { expect, test } from "vitest";
import type { JsonValue } from "#domain/json-value.ts";
import { compareValue } from "./compare-value.ts";

test.each<[JsonValue, JsonValue, number | undefined]>([
  [1, 1, undefined],
  [0.1 + 0.2, 0.3, undefined],
  [1e12, 1e12 + 0.5, undefined],
  [2.5, 2.509, 0.01],
  [100, 101, 0.5],
  ["a", "a", undefined],
  [null, null, undefined],
  [[1, [2]], [1, [2]], undefined],
  [{ a: 1, b: { c: [] } }, { b: { c: [] }, a: 1 }, undefined],
])("%j is %j within %s", (expected, actual, tolerance) => {
  expect(compareValue(expected, actual, tolerance)).toEqual([]);
});

test.each<[JsonValue, JsonValue, string]>([
  [1, 2, "value: 1, not 2"],
  [1, "1", 'value: 1, not "1"'],
  [true, 1, "value: true, not 1"],
  [null, 0, "value: null, not 0"],
  [0.3, 0.31, "value: 0.3, not 0.31"],
  [1_000_000_000, 1_000_000_001, "value: 1000000000, not 1000000001"],
  [[1, 2], [1, 3], "value[1]: 2, not 3"],
  [[1], [1, 2], "value length: 1, not 2"],
  [[1, 2], [1], "value length: 2, not 1"],
  [{ a: { b: 1 } }, { a: { b: 2 } }, "value.a.b: 1, not 2"],
  [{ a: 1 }, {}, "value.a: 1, not nothing"],
  [{}, { a: 1 }, "value.a: nothing, not 1"],
  [{}, [], "value: {}, not []"],
  [{ constructor: 1 }, {}, "value.constructor: 1, not nothing"],
])("%j is not %j", (expected, actual, told) => {
  expect(compareValue(expected, actual).map(({ what, expected: wanted, actual: got }) => `${what}: ${wanted}, not ${got}`)).toEqual([told]);
});

test("a thousand differences are told as ten", () => {
  expect(
    compareValue(
      Array.from({ length: 1_000 }, () => 0),
      Array.from({ length: 1_000 }, () => 1),
    ),
  ).toHaveLength(10);
});
