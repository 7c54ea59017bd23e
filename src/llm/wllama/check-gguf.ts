import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";

const MAGIC = 0x46554747; // "GGUF", little-endian
const HEADER_BYTES = 24;
const PART_NAME = /-(\d{5})-of-(\d{5})\.gguf$/i;

export type CheckedGguf = { readonly ok: true; readonly parts: readonly Blob[] } | { readonly ok: false; readonly fault: Fault };

const bad = (detail: string): CheckedGguf => ({ ok: false, fault: engineFault.badModel(detail) });

/**
 * Looks at the first bytes before an engine is started for them: is it GGUF, of a version that llama.cpp reads, and are all parts there?
 * Parts whose names tell their number are put in order; raw byte pieces of one file (only the first starts with the magic) become one.
 */
export async function checkGguf(blobs: readonly Blob[]): Promise<CheckedGguf> {
  if (blobs.length === 0) return bad("no file was given.");
  const sorted = [...blobs].sort((one, other) => partOf(one).number - partOf(other).number);
  const heads = await Promise.all(sorted.map(readHead));
  const first = heads[0];
  if (first === undefined || first.magic !== MAGIC) return bad(`${nameOf(sorted[0])} does not start like a GGUF file.`);
  const pieces = sorted.length > 1 && heads.slice(1).every((head) => head.magic !== MAGIC);
  const parts = pieces ? [new Blob([...sorted])] : sorted;
  if (!pieces) {
    const strange = heads.findIndex((head) => head.magic !== MAGIC);
    if (strange !== -1) return bad(`${nameOf(sorted[strange])} does not start like a GGUF file.`);
    const { count } = partOf(sorted[0]);
    const complete = sorted.length === count && sorted.every((part, index) => count === 1 || partOf(part).number === index + 1);
    if (count > 1 && !complete)
      return bad(`it is split into ${count} parts, and ${sorted.length === 1 ? "only one was" : `these ${sorted.length} were`} given.`);
  }
  if (first.version !== 2 && first.version !== 3) return bad(`it is GGUF version ${first.version}; versions 2 and 3 can be read.`);
  return { ok: true, parts };
}

async function readHead(blob: Blob): Promise<{ readonly magic: number; readonly version: number }> {
  const bytes = await blob.slice(0, HEADER_BYTES).arrayBuffer();
  if (bytes.byteLength < HEADER_BYTES) return { magic: 0, version: 0 };
  const view = new DataView(bytes);
  return { magic: view.getUint32(0, true), version: view.getUint32(4, true) };
}

function partOf(blob: Blob | undefined): { readonly number: number; readonly count: number } {
  const match = PART_NAME.exec(nameOf(blob));
  return match === null ? { number: 1, count: 1 } : { number: Number(match[1]), count: Number(match[2]) };
}

const nameOf = (blob: Blob | undefined): string => (blob instanceof File ? blob.name : "the file");
