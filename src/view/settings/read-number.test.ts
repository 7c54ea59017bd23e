import { expect, test } from "vitest";
import { readNumber } from "./read-number.ts";

const WHOLE = { min: 1, max: 10, decimals: 0 };
const SECONDS = { min: 0.1, max: 3600, decimals: 3 };

test.each([[1], [10], ["7"], [" 7 "]])("%j is a whole number from 1 to 10", (typed) => {
  expect(readNumber(typed, WHOLE)).toEqual({ ok: true, value: Number(typed) });
});

test.each([["-1"], [-1], [2.5], ["2.5"], [0], [11], ["99999999999999999999"], [""], [" "], ["-"], ["two"], [Number.NaN]])(
  "%j is not, and the range is told",
  (typed) => {
    expect(readNumber(typed, WHOLE)).toEqual({ ok: false, message: "Must be a whole number from 1 to 10." });
  },
);

test("seconds may have a part after the point", () => {
  expect(readNumber(0.1, SECONDS)).toEqual({ ok: true, value: 0.1 });
  expect(readNumber("2.50", SECONDS)).toEqual({ ok: true, value: 2.5 });
  expect(readNumber(1.234, SECONDS)).toEqual({ ok: true, value: 1.234 });
  for (const typed of [0.05, 0, 3600.1, 1.2345])
    expect(readNumber(typed, SECONDS)).toEqual({ ok: false, message: "Must be a number from 0.1 to 3600, with 3 digits after the point at most." });
});
