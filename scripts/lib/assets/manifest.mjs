import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFileWhole } from "./place.mjs";

/** The format's name; src/assets/manifest-schema.ts is its schema and the reader's side. */
export const MANIFEST_FORMAT = "skep.assets/1";

/** @typedef {{ path: string, size: number, sha256: string }} AssetFile path relative to the manifest's folder; size in bytes */

/**
 * @typedef {object} PackageRecord
 * @property {string} name normalised
 * @property {string} version
 * @property {AssetFile} file
 * @property {AssetFile & { source: string }} [compiled] the same with compiled modules; `source`: SHA-256 of the file that it was made from
 * @property {string[]} imports
 * @property {string[]} depends normalised names
 * @property {boolean} sharedLibrary
 * @property {string} licence
 * @property {string} origin
 */

/**
 * @typedef {object} ModelRecord
 * @property {string} id
 * @property {"wllama" | "webllm"} engine
 * @property {string} name
 * @property {string} licence
 * @property {string} goodFor
 * @property {number} contextSize tokens
 * @property {number | null} memoryBytes
 * @property {{ webgpu: boolean, shaderF16: boolean }} needs
 * @property {string} origin
 * @property {AssetFile[]} files of wllama: the GGUF or its parts, in order; of webllm: every file of the model's folder
 * @property {{ modelId: string, folder: string, library: AssetFile } | null} webllm `folder` is what web-llm's `resolve/main/` is appended to
 */

/**
 * @typedef {object} AssetManifest
 * @property {typeof MANIFEST_FORMAT} v
 * @property {{ release: string, abi: string, python: string }} pyodide empty texts when there are no packages
 * @property {string[]} roots packages asked for by name
 * @property {PackageRecord[]} packages
 * @property {ModelRecord[]} models
 * @property {import("../../snapshot/build-snapshot.mjs").SnapshotSet | null} [snapshot] interpreters that were started ahead of time
 * @property {string} [snapshotProblem] why there are none
 */

/** @returns {AssetManifest} */
export function emptyManifest() {
  return { v: MANIFEST_FORMAT, pyodide: { release: "", abi: "", python: "" }, roots: [], packages: [], models: [] };
}

/**
 * @param {string} folder that holds manifest.json
 * @returns {Promise<AssetManifest | null>} null when there is none, or one that this version does not write
 */
export async function readManifest(folder) {
  try {
    const value = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
    return value?.v === MANIFEST_FORMAT && Array.isArray(value.packages) && Array.isArray(value.models) ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} folder
 * @param {AssetManifest} manifest
 */
export async function writeManifest(folder, manifest) {
  const sorted = {
    ...manifest,
    roots: [...manifest.roots].sort(),
    packages: [...manifest.packages].sort((a, b) => (a.name < b.name ? -1 : 1)),
    models: [...manifest.models].sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
  await writeFileWhole(join(folder, "manifest.json"), `${JSON.stringify(sorted, null, 2)}\n`);
}
