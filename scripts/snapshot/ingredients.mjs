import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256OfFile } from "../lib/assets/hash.mjs";
import { readHarness } from "./harness.mjs";
import { CORE_FOLDER, ENVIRONMENT } from "./interpreter.mjs";

/** @typedef {import("../lib/assets/manifest.mjs").PackageRecord} PackageRecord */

/** Imported in the snapshot `science`; what they need comes along. */
const SCIENCE_PACKAGES = ["numpy", "pandas", "matplotlib"];
const KEY_LENGTH = 16;

/**
 * All that a set of snapshots is made of.
 * @typedef {object} Ingredients
 * @property {string} key  names the set: the same ingredients give the same key
 * @property {string} pyodide  version
 * @property {{glue: string, wasm: string, stdlib: string}} core  SHA-256 of the installed core's files, lower-case hex
 * @property {{loader: string, modules: Record<string, string>}} harness  sources
 * @property {PackageRecord[] | null} science  packages in the order of loading; null when some are missing
 */

/**
 * @param {readonly PackageRecord[]} packages  what was fetched
 * @returns {Promise<Ingredients>}
 */
export async function gatherIngredients(packages) {
  const about = JSON.parse(await readFile(join(CORE_FOLDER, "package.json"), "utf8"));
  const [glue, wasm, stdlib, harness, builder] = await Promise.all([
    sha256OfFile(join(CORE_FOLDER, "pyodide.asm.mjs")),
    sha256OfFile(join(CORE_FOLDER, "pyodide.asm.wasm")),
    sha256OfFile(join(CORE_FOLDER, "python_stdlib.zip")),
    readHarness(),
    readBuilder(),
  ]);
  const science = closureOf(packages, SCIENCE_PACKAGES);
  const core = { glue, wasm, stdlib };
  const content = JSON.stringify([core, harness, builder, ENVIRONMENT, (science ?? []).map(({ name, file, compiled }) => [name, (compiled ?? file).sha256])]);
  const key = createHash("sha256").update(content).digest("hex").slice(0, KEY_LENGTH);
  return { key, pyodide: about.version, core, harness, science };
}

/** The builder's own sources: another builder makes another set. */
async function readBuilder() {
  /** @type {Array<[string, string]>} */
  const sources = [];
  for (const folder of [new URL("./", import.meta.url), new URL("./python/", import.meta.url)]) {
    for (const name of (await readdir(folder)).sort()) {
      if (/\.(mjs|py)$/.test(name)) sources.push([name, await readFile(new URL(name, folder), "utf8")]);
    }
  }
  return sources;
}

/**
 * @param {readonly PackageRecord[]} packages
 * @param {readonly string[]} names
 * @returns {PackageRecord[] | null} the named ones after all that they need; null when one is missing
 */
export function closureOf(packages, names) {
  const byName = new Map(packages.map((entry) => [entry.name, entry]));
  /** @type {Set<PackageRecord>} */
  const closure = new Set();
  /** @type {Set<string>} */
  const visited = new Set();
  let whole = true;
  /** @param {string} name */
  const visit = (name) => {
    if (visited.has(name)) return;
    visited.add(name);
    const entry = byName.get(name);
    if (entry === undefined) {
      whole = false;
      return;
    }
    for (const needed of entry.depends) visit(needed);
    closure.add(entry);
  };
  for (const name of names) visit(name);
  return whole ? [...closure] : null;
}
