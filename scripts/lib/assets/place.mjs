import { randomBytes } from "node:crypto";
import { copyFile, link, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { sha256OfFile } from "./hash.mjs";

/**
 * A name beside the target that nobody else uses; renaming it onto the target is atomic.
 * @param {string} target
 * @returns {string}
 */
export function temporaryName(target) {
  return `${target}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
}

/**
 * Puts a cached file at its place by hard link, or by copy where a link is not possible (another disk).
 * The target is either what it was or the whole new file, at any moment.
 * @param {string} source
 * @param {string} target
 */
export async function placeFile(source, target) {
  await mkdir(dirname(target), { recursive: true });
  const temporary = temporaryName(target);
  try {
    await link(source, temporary).catch(() => copyFile(source, temporary));
    await rename(temporary, target);
  } finally {
    // Renaming one link of a file onto another link of it does nothing and leaves both: remove ours in any case.
    await rm(temporary, { force: true });
  }
}

/**
 * Writes a whole file or nothing.
 * @param {string} target
 * @param {string | Uint8Array} content
 */
export async function writeFileWhole(target, content) {
  await mkdir(dirname(target), { recursive: true });
  const temporary = temporaryName(target);
  try {
    await writeFile(temporary, content);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Whether a file is there with this size and, when asked, this content.
 * @param {string} path
 * @param {{ size?: number, sha256?: string }} expected
 * @returns {Promise<boolean>}
 */
export async function isIntact(path, expected) {
  const facts = await stat(path).catch(() => null);
  if (!facts?.isFile()) return false;
  if (expected.size !== undefined && facts.size !== expected.size) return false;
  return expected.sha256 === undefined || (await sha256OfFile(path)) === expected.sha256;
}
