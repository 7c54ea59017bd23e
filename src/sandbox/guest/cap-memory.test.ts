import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { capMemory } from "./cap-memory.ts";

const PAGE = 65536;
const wasm = readFileSync("node_modules/pyodide/pyodide.asm.wasm");

describe("the memory bound of the interpreter", () => {
  test("is written into the binary that is shipped, which still compiles", async () => {
    const bytes = new Uint8Array(wasm);
    expect(capMemory(bytes, 4096)).toBe(true);
    expect(bytes.length).toBe(wasm.length);
    const changed = [...bytes.keys()].filter((index) => bytes[index] !== wasm[index]);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(5);
    expect(WebAssembly.validate(bytes)).toBe(true);
  });

  test("holds: memory does not grow past it", () => {
    // A module with one memory of 1 to 10 pages, exported as "m".
    const module = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 1, 1, 10, 7, 5, 1, 1, 109, 2, 0]);
    expect(capMemory(module, 3)).toBe(true);
    const { m } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports as { m: WebAssembly.Memory };
    expect(m.grow(2)).toBe(1);
    expect(m.buffer.byteLength).toBe(3 * PAGE);
    expect(() => m.grow(1)).toThrow(RangeError);
  });

  test("is refused where it does not fit", () => {
    const unbounded = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1]);
    expect(capMemory(unbounded, 3)).toBe(false);
    expect(capMemory(new Uint8Array(wasm), 1)).toBe(false);
    expect(capMemory(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]), 3)).toBe(false);
  });
});
