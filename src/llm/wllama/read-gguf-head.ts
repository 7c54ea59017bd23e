/** The part of a GGUF that comes before its weights: where keys, tensors and data are. Written after the format's specification (ggml, docs/gguf.md), versions 2 and 3. */

/** One tensor: its description's bytes without the offset, and where its data begins in the data section. */
export interface GgufTensor {
  readonly description: Uint8Array<ArrayBuffer>;
  readonly offset: number;
}

export interface GgufHead {
  readonly version: number;
  readonly keyCount: number;
  /** All keys with their values, as they are in the file. */
  readonly keys: Uint8Array<ArrayBuffer>;
  /** Bytes that data is aligned to. */
  readonly alignment: number;
  /** In the order of the file. */
  readonly tensors: readonly GgufTensor[];
  /** Where the data section begins in the file. */
  readonly dataStart: number;
}

const FIRST_READ = 16 * 1024 * 1024;
const MAX_READ = 512 * 1024 * 1024;
const DEFAULT_ALIGNMENT = 32;
const STRING = 8;
const ARRAY = 9;
/** Bytes of a value by its type's number; strings and arrays have none. */
const SIZES: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const ALIGNMENT_KEY = "general.alignment";

/** @returns null when the file does not read as a GGUF. Reads only as much of it as needed. */
export async function readGgufHead(file: Blob): Promise<GgufHead | null> {
  for (let size = FIRST_READ; ; size *= 4) {
    const head = parse(await file.slice(0, size).arrayBuffer());
    if (head !== "more") return head;
    if (size >= file.size || size >= MAX_READ) return null;
  }
}

class Cursor {
  readonly #view: DataView;
  at = 0;

  constructor(buffer: ArrayBuffer) {
    this.#view = new DataView(buffer);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  u64(): number {
    this.at += 8;
    return Number(this.#view.getBigUint64(this.at - 8, true));
  }

  text(): string {
    const length = this.u64();
    const text = new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.at, length));
    this.at += length;
    return text;
  }

  skip(type: number): void {
    if (type === STRING) {
      const length = this.u64();
      this.at += length;
    } else if (type === ARRAY) {
      const item = this.u32();
      const count = this.u64();
      if (item === STRING || item === ARRAY) for (let index = 0; index < count; index += 1) this.skip(item);
      else this.at += count * sizeOf(item);
    } else this.at += sizeOf(type);
    if (this.at > this.#view.byteLength) throw new RangeError("past the end");
  }
}

function sizeOf(type: number): number {
  const size = SIZES[type];
  if (size === undefined || size === 0) throw new TypeError(`no such type: ${type}`);
  return size;
}

function parse(buffer: ArrayBuffer): GgufHead | null | "more" {
  const cursor = new Cursor(buffer);
  try {
    cursor.at = 4;
    const version = cursor.u32();
    const tensorCount = cursor.u64();
    const keyCount = cursor.u64();
    const keyStart = cursor.at;
    let alignment = DEFAULT_ALIGNMENT;
    for (let index = 0; index < keyCount; index += 1) {
      const key = cursor.text();
      const type = cursor.u32();
      if (key === ALIGNMENT_KEY) {
        alignment = cursor.u32();
        cursor.at -= 4;
      }
      cursor.skip(type);
    }
    const keys = new Uint8Array(buffer.slice(keyStart, cursor.at));
    const tensors: GgufTensor[] = [];
    for (let index = 0; index < tensorCount; index += 1) {
      const start = cursor.at;
      cursor.text();
      const dimensions = cursor.u32();
      cursor.at += dimensions * 8 + 4;
      const description = new Uint8Array(buffer.slice(start, cursor.at));
      tensors.push({ description, offset: cursor.u64() });
    }
    return { version, keyCount, keys, alignment, tensors, dataStart: Math.ceil(cursor.at / alignment) * alignment };
  } catch (error) {
    return error instanceof RangeError ? "more" : null;
  }
}
