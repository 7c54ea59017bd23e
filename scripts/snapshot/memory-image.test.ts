import { describe, expect, it } from "vitest";
import { packMemory } from "./memory-image.mjs";

const PAGE = 4096;
const HEADER = 64;

/** A snapshot as Pyodide makes it, with a byte set in each of the pages. */
function snapshotWith(pageCount: number, touched: readonly number[]): Uint8Array {
  const snapshot = new Uint8Array(HEADER + pageCount * PAGE);
  new DataView(snapshot.buffer).setUint32(4, HEADER, true);
  for (const page of touched) snapshot[HEADER + page * PAGE + (page % PAGE)] = page + 1;
  return snapshot;
}

describe("packMemory", () => {
  it("keeps the header and the pages that are not zero, neighbours in one run", () => {
    const snapshot = snapshotWith(8, [1, 2, 5, 7]);
    const { image, pages, heapLength } = packMemory(snapshot);
    expect(pages).toEqual([PAGE, 2 * PAGE, 5 * PAGE, PAGE, 7 * PAGE, PAGE]);
    expect(heapLength).toBe(8 * PAGE);
    expect(image.length).toBe(HEADER + 4 * PAGE);
    expect(image.subarray(0, HEADER)).toEqual(snapshot.subarray(0, HEADER));
    expect(image.subarray(HEADER, HEADER + 2 * PAGE)).toEqual(snapshot.subarray(HEADER + PAGE, HEADER + 3 * PAGE));
  });

  it("sees the last byte of a page", () => {
    const snapshot = snapshotWith(2, []);
    snapshot[snapshot.length - 1] = 1;
    expect(packMemory(snapshot).pages).toEqual([PAGE, PAGE]);
  });

  it("leaves only the header of memory that is all zero", () => {
    expect(packMemory(snapshotWith(3, []))).toEqual({ image: snapshotWith(0, []), pages: [], heapLength: 3 * PAGE });
  });
});
