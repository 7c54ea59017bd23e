const PAGE = 4096;
/** Sizes of the free blocks that are looked for, in bytes: large first, so that few calls cover most of the memory. */
const BLOCK_SIZES = [1 << 20, 1 << 18, 1 << 16, 1 << 14, 4096, 1024, 256, 64];
const MOST_BLOCKS = 2_000_000;

// Of WebAssembly's binary format.
const SECTIONS = { custom: 0, imports: 2, data: 11 };
const MEMORY = 2;
const NO_MAXIMUM = 0;
const ACTIVE = 0;
const I32_CONST = 0x41;
const END = 0x0b;

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
 * A memory snapshot as a WebAssembly module, without the pages that are all zero. A browser compiles it once for all workers; each
 * then copies it into its memory by instantiating it, and none of them can change it for the others. It imports the memory as
 * `image.memory`; Pyodide's own header is its custom section `header`.
 * @param {Uint8Array} snapshot  as Pyodide makes it: a header whose second 32-bit word is its own length, then all of the memory
 * @returns {{image: Uint8Array<ArrayBuffer>, pages: number[], heapLength: number}} `pages`: offset and length, in bytes, of each run of pages that
 *   it lays; `heapLength`: bytes of the memory
 */
export function packMemory(snapshot) {
  const view = new DataView(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
  const headerLength = view.getUint32(4, true);
  const heap = snapshot.subarray(headerLength);
  const words = new BigUint64Array(heap.buffer, heap.byteOffset, heap.length / 8);
  const wordsPerPage = PAGE / 8;
  /** @type {number[]} */
  const pages = [];
  for (let page = 0; page * PAGE < heap.length; page += 1) {
    const start = page * wordsPerPage;
    if (words.subarray(start, start + wordsPerPage).every((word) => word === 0n)) continue;
    const last = pages.length - 2;
    if (last >= 0 && (pages[last] ?? 0) + (pages[last + 1] ?? 0) === page * PAGE) pages[last + 1] = (pages[last + 1] ?? 0) + PAGE;
    else pages.push(page * PAGE, PAGE);
  }
  /** @type {Uint8Array[]} */
  const segments = [];
  for (let index = 0; index < pages.length; index += 2) {
    const offset = pages[index] ?? 0;
    const length = pages[index + 1] ?? 0;
    segments.push(Uint8Array.of(ACTIVE, I32_CONST, ...signed(offset), END, ...unsigned(length)), heap.subarray(offset, offset + length));
  }
  const imported = [1, ...nameOf("image"), ...nameOf("memory"), MEMORY, NO_MAXIMUM, 0];
  const image = Buffer.concat([
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
    ...section(SECTIONS.custom, [Uint8Array.from(nameOf("header")), snapshot.subarray(0, headerLength)]),
    ...section(SECTIONS.imports, [Uint8Array.from(imported)]),
    ...section(SECTIONS.data, [Uint8Array.from(unsigned(segments.length / 2)), ...segments]),
  ]);
  return { image: new Uint8Array(image.buffer, image.byteOffset, image.length), pages, heapLength: heap.length };
}

/** @param {number} id @param {Uint8Array[]} parts @returns {Uint8Array[]} */
function section(id, parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.of(id, ...unsigned(length)), ...parts];
}

/** @param {string} text  ASCII @returns {number[]} */
const nameOf = (text) => [text.length, ...Buffer.from(text)];

/** LEB128. @param {number} value @returns {number[]} */
function unsigned(value) {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...unsigned(Math.floor(value / 0x80))];
}

/** Signed LEB128 of a number that is not negative. @param {number} value @returns {number[]} */
function signed(value) {
  return value < 0x40 ? [value] : [(value % 0x80) + 0x80, ...signed(Math.floor(value / 0x80))];
}
