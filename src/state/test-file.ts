import type { DataFile } from "#domain/data-file.ts";
import type { TestFile } from "#domain/snippet-test.ts";

/** A file as a test carries it: as text where it is text, so that a person can read it in a pack. */
export function testFile({ path, bytes }: DataFile): TestFile {
  try {
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { path, base64: btoa(binary) };
  }
}
