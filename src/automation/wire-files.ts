import type { DataFile } from "#domain/data-file.ts";
import type { WireFile } from "./port.ts";

/** Bytes per call of String.fromCharCode: more would overflow the argument list. */
const CHUNK = 0x8000;

/** @throws DOMException when the text is not base64: the caller made it, so that is a fault of the caller. */
export function fromWire(file: WireFile): DataFile {
  return { path: file.path, bytes: Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0)) };
}

export function toWire(file: DataFile): WireFile {
  let binary = "";
  for (let start = 0; start < file.bytes.length; start += CHUNK) binary += String.fromCharCode(...file.bytes.subarray(start, start + CHUNK));
  return { path: file.path, base64: btoa(binary) };
}
