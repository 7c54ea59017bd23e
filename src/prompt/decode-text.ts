/**
 * Reads bytes as text.
 * @param cut whether the bytes are only the beginning of a file: then a character may be cut in two at the end
 * @returns the text with Python's name of its encoding, or null for bytes that are no text
 */
export function decodeText(bytes: Uint8Array, cut: boolean): { readonly text: string; readonly encoding: string } | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16" };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "utf-16" };
  if (bytes.includes(0)) return null;
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
    return { text, encoding: marked ? "utf-8-sig" : "utf-8" };
  } catch {
    const control = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
    return control > bytes.length / 100 ? null : { text: new TextDecoder("windows-1252").decode(bytes), encoding: "cp1252" };
  }
}
