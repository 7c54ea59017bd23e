import { readdir, readFile } from "node:fs/promises";

const GUEST = new URL("../../src/sandbox/guest/", import.meta.url);

/**
 * The guest's own Python, which every restored interpreter has in memory.
 * @returns {Promise<{loader: string, modules: Record<string, string>}>} sources: of the program that makes the modules, and of the
 *   modules by name, each after those that it imports
 */
export async function readHarness() {
  const loader = await readFile(new URL("load_harness.py", GUEST), "utf8");
  return { loader, modules: await readModules(new URL("python/", GUEST)) };
}

/** @param {URL} folder */
async function readModules(folder) {
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
