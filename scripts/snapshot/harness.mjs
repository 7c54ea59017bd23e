import { readdir, readFile } from "node:fs/promises";

/** The Python side of the sandbox's guest. */
export const HARNESS_FOLDER = new URL("../../src/sandbox/guest/python/", import.meta.url);

/**
 * The harness modules by name, each after those that it imports: every restored interpreter has them in memory.
 * @param {URL} [folder]
 * @returns {Promise<Record<string, string>>} sources
 */
export async function readHarness(folder = HARNESS_FOLDER) {
  /** @type {Map<string, string>} */
  const sources = new Map();
  for (const file of (await readdir(folder)).sort()) {
    if (file.endsWith(".py")) sources.set(file.slice(0, -".py".length), await readFile(new URL(file, folder), "utf8"));
  }
  /** @type {Record<string, string>} */
  const ordered = {};
  /** @param {string} name */
  const place = (name) => {
    const source = sources.get(name);
    if (source === undefined) return;
    sources.delete(name);
    for (const [, imported] of source.matchAll(/^(?:from|import)\s+(skep_\w+)/gm)) if (imported) place(imported);
    ordered[name] = source;
  };
  for (const name of [...sources.keys()]) place(name);
  return ordered;
}
