import { describe, expect, it } from "vitest";
import { wrapFunctions } from "./wrap-functions.mjs";

describe("wrapFunctions", () => {
  it("makes functions that a table holds and that pass every type on", () => {
    const seen: unknown[][] = [];
    const note = (...values: unknown[]): void => void seen.push(values);
    const wrapped = wrapFunctions([
      [(one: number, other: number) => one + other, "iip"],
      [(value: bigint) => value * 2n, "jj"],
      [(one: number, other: number) => one / other, "ddf"],
      [note, "vie"],
      [(reference: unknown) => reference, "ee"],
      [() => 7, "i"],
    ]);
    const table = new WebAssembly.Table({ element: "anyfunc", initial: wrapped.length });
    for (const [slot, value] of wrapped.entries()) table.set(slot, value);
    const call = (slot: number, ...values: unknown[]): unknown => table.get(slot)(...values);
    expect(call(0, 2, 3)).toBe(5);
    expect(call(1, 2n ** 40n)).toBe(2n ** 41n);
    expect(call(2, 1, 4)).toBe(0.25);
    const thing = {};
    expect(call(3, 1, thing)).toBeUndefined();
    expect(seen).toEqual([[1, thing]]);
    expect(call(4, thing)).toBe(thing);
    expect(call(5)).toBe(7);
  });

  it("takes more functions than one byte can count, each its own", () => {
    const many = Array.from({ length: 400 }, (_, index) => [() => index, index % 2 === 0 ? "i" : "ii"] as const);
    const wrapped = wrapFunctions(many);
    expect(wrapped.map((value) => value(0))).toEqual(many.map((_, index) => index));
  });

  it("gives nothing for nothing", () => {
    expect(wrapFunctions([])).toEqual([]);
  });
});
