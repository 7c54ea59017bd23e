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

/** What a memory holds after the image was laid into it, and the header that the image carries. */
function lay(image: Uint8Array<ArrayBuffer>): { readonly heap: Uint8Array; readonly header: Uint8Array } {
  const module = new WebAssembly.Module(image);
  const memory = new WebAssembly.Memory({ initial: 1 });
  new WebAssembly.Instance(module, { image: { memory } });
  return { heap: new Uint8Array(memory.buffer), header: new Uint8Array(WebAssembly.Module.customSections(module, "header")[0] ?? new ArrayBuffer(0)) };
}

describe("packMemory", () => {
  it("keeps the header and the pages that are not zero, neighbours in one run", () => {
    const snapshot = snapshotWith(16, [1, 2, 5, 7]);
    const { image, pages, heapLength } = packMemory(snapshot);
    expect(pages).toEqual([PAGE, 2 * PAGE, 5 * PAGE, PAGE, 7 * PAGE, PAGE]);
    expect(heapLength).toBe(16 * PAGE);
    expect(image.length).toBeLessThan(HEADER + 4 * PAGE + 100);
    const { heap, header } = lay(new Uint8Array(image));
    expect(header).toEqual(snapshot.subarray(0, HEADER));
    expect(heap).toEqual(snapshot.subarray(HEADER));
  });

  it("sees the last byte of a page", () => {
    const snapshot = snapshotWith(16, []);
    snapshot[snapshot.length - 1] = 1;
    const { image, pages } = packMemory(snapshot);
    expect(pages).toEqual([15 * PAGE, PAGE]);
    expect(lay(new Uint8Array(image)).heap.at(-1)).toBe(1);
  });

  it("leaves only the header of memory that is all zero", () => {
    const { image, pages, heapLength } = packMemory(snapshotWith(16, []));
    expect({ pages, heapLength }).toEqual({ pages: [], heapLength: 16 * PAGE });
    const { heap, header } = lay(new Uint8Array(image));
    expect(heap.every((byte) => byte === 0)).toBe(true);
    expect(header).toEqual(snapshotWith(0, []));
  });
});
