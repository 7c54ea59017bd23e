import { expect, test } from "vitest";
import { readGgufHead } from "./read-gguf-head.ts";
import { splitGguf } from "./split-gguf.ts";

/** Little-endian bytes of numbers (by their width) and texts. */
function bytes(...parts: readonly (readonly ["u32" | "u64", number] | string)[]): Uint8Array<ArrayBuffer> {
  const pieces = parts.map((part) => {
    if (typeof part === "string") return [...bytes(["u64", part.length]), ...new TextEncoder().encode(part)];
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(part[1]), true);
    return [...new Uint8Array(view.buffer, 0, part[0] === "u32" ? 4 : 8)];
  });
  return new Uint8Array(pieces.flat());
}

const ALIGNMENT = 64;
const [UINT32, TEXT, LIST] = [4, 8, 9];
/** Sizes of the data of each tensor, padding included. */
const SIZES = [64, 128, 64, 192];

/** A GGUF with keys of several types and tensors whose data is their own number. */
function gguf(): Blob {
  const keys = bytes(
    "general.name",
    ["u32", TEXT],
    "bee",
    "general.alignment",
    ["u32", UINT32],
    ["u32", ALIGNMENT],
    "tokens",
    ["u32", LIST],
    ["u32", TEXT],
    ["u64", 2],
    "a",
    "bc",
  );
  let offset = 0;
  const infos = SIZES.map((size, index) => {
    const info = bytes(`tensor.${index}`, ["u32", 1], ["u64", size / 4], ["u32", 0], ["u64", offset]);
    offset += size;
    return info;
  });
  const head = [new TextEncoder().encode("GGUF"), bytes(["u32", 3], ["u64", SIZES.length], ["u64", 3]), keys, ...infos];
  const length = head.reduce((sum, part) => sum + part.byteLength, 0);
  const data = SIZES.map((size, index) => new Uint8Array(size).fill(index + 1));
  return new Blob([...head, new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT), ...data]);
}

test("reads keys, tensors and where the data begins", async () => {
  const file = gguf();
  const head = await readGgufHead(file);
  expect(head).toMatchObject({ version: 3, keyCount: 3, alignment: ALIGNMENT });
  expect(head?.tensors.map((tensor) => tensor.offset)).toEqual([0, 64, 192, 256]);
  expect(head?.dataStart).toBe(file.size - SIZES.reduce((sum, size) => sum + size, 0));
});

test("gives parts that read as GGUF, with the keys in the first, and all data once and in order", async () => {
  const parts = (await splitGguf(gguf(), 192)) ?? [];
  expect(parts.map((part) => part.name)).toEqual(["model-00001-of-00003.gguf", "model-00002-of-00003.gguf", "model-00003-of-00003.gguf"]);
  const heads = await Promise.all(parts.map(readGgufHead));
  expect(heads.map((head) => [head?.keyCount, head?.alignment, head?.tensors.map((tensor) => tensor.offset)])).toEqual([
    [6, ALIGNMENT, [0, 64]],
    [4, ALIGNMENT, [0]],
    [4, ALIGNMENT, [0]],
  ]);
  const numbers = (head: (typeof heads)[number]) => {
    const text = new TextDecoder("latin1").decode(head?.keys);
    return ["split.no", "split.count"].map((key) => text.charCodeAt(text.indexOf(key) + key.length + 4));
  };
  expect(heads.map(numbers)).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  const data = await Promise.all(parts.map(async (part, index) => new Uint8Array(await part.slice(heads[index]?.dataStart ?? 0).arrayBuffer())));
  expect(data.flatMap((part) => [...part])).toEqual(SIZES.flatMap((size, index) => Array(size).fill(index + 1)));
});

test("a tensor larger than a part has one of its own; one part is enough for a small file", async () => {
  expect(await splitGguf(gguf(), 1)).toHaveLength(4);
  expect(await splitGguf(gguf(), 1e9)).toHaveLength(1);
});

test("what is no GGUF, cut in its head, or a part already is not split", async () => {
  expect(await splitGguf(new Blob(["<html>".repeat(20)]), 64)).toBeNull();
  expect(await splitGguf(gguf().slice(0, 90), 64)).toBeNull();
  const [part] = (await splitGguf(gguf(), 64)) ?? [];
  expect(await splitGguf(part ?? new Blob(), 64)).toBeNull();
});
