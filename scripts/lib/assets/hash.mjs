import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/**
 * SHA-256 of a file, read in pieces.
 * @param {string} path
 * @returns {Promise<string>} lower-case hex
 */
export async function sha256OfFile(path) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}
