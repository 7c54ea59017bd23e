import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { AssetFailure } from "./failure.mjs";
import { temporaryName } from "./place.mjs";

/**
 * Entries of a zip by name, opened once.
 * @param {string} path
 */
export async function openZip(path) {
  const zip = await yauzl.openPromise(path, { autoClose: false });
  /** @type {Map<string, yauzl.Entry>} */
  const entries = new Map();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);

  /** @param {string} name */
  const stream = async (name) => {
    const entry = entries.get(name);
    if (entry === undefined) throw new AssetFailure(`${path} holds no ${name}`);
    return zip.openReadStreamPromise(entry);
  };

  return {
    names: [...entries.keys()],
    /** @param {string} name */
    has: (name) => entries.has(name),
    /**
     * Bytes of an entry once unpacked.
     * @param {string} name
     */
    size: (name) => entries.get(name)?.uncompressedSize ?? null,
    /** @param {string} name */
    async text(name) {
      return text(await stream(name));
    },
    /**
     * Unpacks one entry, whole or not at all.
     * @param {string} name
     * @param {string} target
     */
    async extract(name, target) {
      await mkdir(dirname(target), { recursive: true });
      const temporary = temporaryName(target);
      try {
        await pipeline(await stream(name), createWriteStream(temporary));
        await rename(temporary, target);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    close: () => zip.close(),
  };
}
