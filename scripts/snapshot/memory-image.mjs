const PAGE = 4096;
/** Sizes of the free blocks that are looked for, in bytes: large first, so that few calls cover most of the memory. */
const BLOCK_SIZES = [1 << 20, 1 << 18, 1 << 16, 1 << 14, 4096, 1024, 256, 64];
const MOST_BLOCKS = 2_000_000;

/**
 * Fills the interpreter's free memory with zeros: what it last held would only make the image larger.
 * @param {any} module  the interpreter's Emscripten module
 */
export function zeroFreeMemory(module) {
  const brk = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const end = brk();
  /** @type {number[]} */
  const blocks = [];
  for (const size of BLOCK_SIZES) {
    while (blocks.length < MOST_BLOCKS) {
      const pointer = module._malloc(size);
      if (pointer === 0) break;
      if (pointer + size > end) {
        module._free(pointer);
        break;
      }
      module.HEAPU8.fill(0, pointer, pointer + size);
      blocks.push(pointer);
    }
  }
  for (const pointer of blocks) module._free(pointer);
}

/**
 * Leaves out the pages of a memory snapshot that are all zero.
 * @param {Uint8Array} snapshot  as Pyodide makes it: a header whose second 32-bit word is its own length, then all of the memory
 * @returns {{image: Uint8Array, pages: number[], heapLength: number}} `image`: the header and the pages that are left; `pages`: offset
 *   and length, in bytes, of each run of them; `heapLength`: bytes of the memory
 */
export function packMemory(snapshot) {
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const headerLength = view.getUint32(4, true);
  const heap = snapshot.subarray(headerLength);
  const words = new BigUint64Array(heap.buffer, heap.byteOffset, heap.length / 8);
  const wordsPerPage = PAGE / 8;
  /** @type {number[]} */
  const pages = [];
  let length = headerLength;
  for (let page = 0; page * PAGE < heap.length; page += 1) {
    const start = page * wordsPerPage;
    if (words.subarray(start, start + wordsPerPage).every((word) => word === 0n)) continue;
    const last = pages.length - 2;
    if (last >= 0 && (pages[last] ?? 0) + (pages[last + 1] ?? 0) === page * PAGE) pages[last + 1] = (pages[last + 1] ?? 0) + PAGE;
    else pages.push(page * PAGE, PAGE);
    length += PAGE;
  }
  const image = new Uint8Array(length);
  image.set(snapshot.subarray(0, headerLength));
  let written = headerLength;
  for (let index = 0; index < pages.length; index += 2) {
    const offset = pages[index] ?? 0;
    const run = heap.subarray(offset, offset + (pages[index + 1] ?? 0));
    image.set(run, written);
    written += run.length;
  }
  return { image, pages, heapLength: heap.length };
}
