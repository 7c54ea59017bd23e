import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import type { ViewSpec } from "#domain/view-spec.ts";
import type { SpecReading } from "./port.ts";
import { readViewSpec, writeViewSpec } from "./view-spec-yaml.ts";

/** Longer addresses are cut by mail programs and chats. */
const LONGEST = 16_000;
/** Bytes after unpacking. */
const LARGEST = 1_000_000;

/** @returns an address of this application with the spec, deflated, in its fragment; null when it is too long to be sent around */
export function writeShareLink(appBase: string, spec: ViewSpec): string | null {
  const packed = deflateSync(strToU8(writeViewSpec(spec)), { level: 9 });
  const carried = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  const link = `${appBase}#/open/${carried}`;
  return link.length > LONGEST ? null : link;
}

/** Reads what {@link writeShareLink} put behind `#/open/`. */
export function readShareLink(carried: string): SpecReading {
  try {
    const packed = Uint8Array.from(atob(carried.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
    // Into a buffer of this size, which cuts what does not fit: a few bytes must not become a memory full of nothing.
    const unpacked = inflateSync(packed, { out: new Uint8Array(LARGEST) });
    if (unpacked.length >= LARGEST) return { ok: false, message: "The link holds more than a view spec can be.", line: null };
    return readViewSpec(strFromU8(unpacked));
  } catch {
    return { ok: false, message: "The link is damaged or incomplete: ask for it again, or for the view spec as a file.", line: null };
  }
}
