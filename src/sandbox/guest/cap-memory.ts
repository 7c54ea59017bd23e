const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * Writes a lower maximum into the memory section of a WebAssembly binary, in place, keeping its length.
 * @param pages of 64 KiB
 * @returns whether the binary has one bounded memory whose bound could be set
 */
export function capMemory(binary: Uint8Array, pages: number): boolean {
  let offset = HEADER_BYTES;
  while (offset < binary.length) {
    const id = binary[offset];
    const size = readUnsigned(binary, offset + 1);
    if (id === MEMORY_SECTION) return capSection(binary, size.next, pages);
    offset = size.next + size.value;
  }
  return false;
}

function capSection(binary: Uint8Array, start: number, pages: number): boolean {
  const count = readUnsigned(binary, start);
  const flags = binary[count.next] ?? 0;
  if (count.value !== 1 || (flags & 1) === 0) return false;
  const minimum = readUnsigned(binary, count.next + 1);
  const maximum = readUnsigned(binary, minimum.next);
  if (pages < minimum.value || pages > maximum.value) return false;
  let rest = pages;
  for (let index = minimum.next; index < maximum.next; index += 1) {
    const more = index < maximum.next - 1 ? 0x80 : 0;
    binary[index] = (rest & 0x7f) | more;
    rest >>>= 7;
  }
  return true;
}

/** LEB128. */
function readUnsigned(binary: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let shift = 0;
  let offset = start;
  for (;;) {
    const byte = binary[offset] ?? 0;
    offset += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if ((byte & 0x80) === 0) return { value, next: offset };
    shift += 7;
  }
}
