const SIGNATURE = "\x89PNG\r\n\x1a\n";

/**
 * Width and height of a PNG, from its header alone.
 * @param base64 the whole picture
 * @returns pixels; null when it is no PNG
 */
export function pngSize(base64: string): { readonly width: number; readonly height: number } | null {
  let header: string;
  try {
    header = atob(base64.replace(/\s+/g, "").slice(0, 32));
  } catch {
    return null;
  }
  if (header.length < 24 || !header.startsWith(SIGNATURE) || header.slice(12, 16) !== "IHDR") return null;
  const number = (from: number) => [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + header.charCodeAt(from + offset), 0);
  return { width: number(16), height: number(20) };
}
