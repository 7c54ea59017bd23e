/**
 * Splitting a GGUF as `llama-gguf-split` does, without copying it: llama.cpp in a tab reads single files only up to 2 GiB, so a larger one is handed over in parts
 * that are a new head each and a slice of the file. The first part has all keys; the others only those that tell which part they are.
 */
import { type GgufHead, type GgufTensor, readGgufHead } from "./read-gguf-head.ts";

const U16 = 2;
const I32 = 5;
const U32 = 4;

/**
 * @param maxBytes of weights in one part; a tensor that is larger gets a part of its own
 * @returns the parts in order, named as split files are, or null when the file does not read as a GGUF or is a part already
 */
export async function splitGguf(file: Blob, maxBytes: number): Promise<readonly File[] | null> {
  const head = await readGgufHead(file);
  if (head === null || head.tensors.length === 0 || new TextDecoder("latin1").decode(head.keys).includes("split.count")) return null;
  const groups = group(head, file.size - head.dataStart, maxBytes);
  return groups.map(({ tensors, from, to }, index) => {
    const own = keys([
      ["split.no", U16, index],
      ["split.count", U16, groups.length],
      ["split.tensors.count", I32, head.tensors.length],
      ...(index === 0 ? [] : [["general.alignment", U32, head.alignment] as const]),
    ]);
    const parts = [...(index === 0 ? [head.keys] : []), own];
    const keyCount = (index === 0 ? head.keyCount : 1) + 3;
    const name = `model-${digits(index + 1)}-of-${digits(groups.length)}.gguf`;
    return new File([...headOf(head, tensors, from, keyCount, parts), file.slice(head.dataStart + from, head.dataStart + to)], name);
  });
}

interface Group {
  readonly tensors: readonly GgufTensor[];
  /** In the data section. */
  readonly from: number;
  readonly to: number;
}

function group({ tensors }: GgufHead, dataBytes: number, maxBytes: number): readonly Group[] {
  const sorted = [...tensors].sort((one, other) => one.offset - other.offset);
  const groups: Group[] = [];
  let start = 0;
  for (let index = 1; index <= sorted.length; index += 1) {
    const from = sorted[start]?.offset ?? 0;
    const end = sorted[index]?.offset ?? dataBytes;
    const next = sorted[index + 1]?.offset ?? dataBytes;
    // The part ends here when the tensor after this one would not fit any more.
    if (index < sorted.length && next - from <= maxBytes) continue;
    groups.push({ tensors: sorted.slice(start, index), from, to: end });
    start = index;
  }
  return groups;
}

function headOf(
  { version, alignment }: GgufHead,
  tensors: readonly GgufTensor[],
  from: number,
  keyCount: number,
  keyParts: readonly Uint8Array<ArrayBuffer>[],
) {
  const counts = new DataView(new ArrayBuffer(24));
  counts.setUint32(0, 0x46554747, true);
  counts.setUint32(4, version, true);
  counts.setBigUint64(8, BigInt(tensors.length), true);
  counts.setBigUint64(16, BigInt(keyCount), true);
  const pieces: Uint8Array<ArrayBuffer>[] = [new Uint8Array(counts.buffer), ...keyParts];
  for (const { description, offset } of tensors) {
    const place = new DataView(new ArrayBuffer(8));
    place.setBigUint64(0, BigInt(offset - from), true);
    pieces.push(description, new Uint8Array(place.buffer));
  }
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return [...pieces, new Uint8Array((alignment - (bytes % alignment)) % alignment)];
}

function keys(entries: readonly (readonly [key: string, type: typeof U16 | typeof I32 | typeof U32, value: number])[]): Uint8Array<ArrayBuffer> {
  const pieces = entries.map(([key, type, value]) => {
    const name = new TextEncoder().encode(key);
    const bytes = new Uint8Array(8 + name.byteLength + 4 + (type === U16 ? 2 : 4));
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, BigInt(name.byteLength), true);
    bytes.set(name, 8);
    view.setUint32(8 + name.byteLength, type, true);
    if (type === U16) view.setUint16(12 + name.byteLength, value, true);
    else view.setUint32(12 + name.byteLength, value, true);
    return bytes;
  });
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

const digits = (number: number): string => String(number).padStart(5, "0");
