import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ENVIRONMENT } from "./interpreter.mjs";

/** @typedef {import("../../src/sandbox/protocol/snapshot.ts").SnapshotMetadata} SnapshotMetadata */
/** @typedef {import("../lib/assets/manifest.mjs").AssetFile} AssetFile */

/** What each snapshot runs before, and what it must be able to do afterwards: programs in python/. */
const PROGRAMS = {
  core: { warmUp: ["warm-up-core"], check: "check-core", expected: '[10, "int"]' },
  science: { warmUp: ["warm-up-core", "warm-up"], check: "check", expected: "3 PNG ValueError" },
};

/**
 * @typedef {object} SnapshotRecord
 * @property {SnapshotMetadata["name"]} name
 * @property {AssetFile} metadata
 * @property {AssetFile} memory
 * @property {AssetFile} files
 */

/**
 * Makes one snapshot, writes its parts, and restores it once to see that it works.
 * @param {object} request
 * @param {SnapshotMetadata["name"]} request.name
 * @param {import("./stages.mjs").Unpacked | null} request.unpacked
 * @param {import("./ingredients.mjs").Ingredients} request.ingredients
 * @param {string} request.folder  holds glue.mjs; the parts go there
 * @param {AbortSignal | undefined} request.signal
 * @param {typeof import("./run-stage.mjs").runStage} request.runStage
 * @returns {Promise<SnapshotRecord>} with paths relative to the folder
 */
export async function buildOne({ name, unpacked, ingredients, folder, signal, runStage }) {
  const glue = join(folder, "glue.mjs");
  const { warmUp, check, expected } = PROGRAMS[name];
  const frozen = await runStage({ stage: "freeze", glue, unpacked, warmUp, harness: ingredients.harness }, signal);
  const science = name === "science" ? (ingredients.science ?? []) : [];
  /** @type {SnapshotMetadata} */
  const metadata = {
    v: "skep.snapshot/2",
    name,
    pyodide: ingredients.pyodide,
    python: frozen.python,
    core: ingredients.core,
    packages: Object.fromEntries(science.map((entry) => [entry.name, entry.version])),
    loadedPackages: frozen.loadedPackages,
    environment: ENVIRONMENT,
    harness: ingredients.harness,
    linker: frozen.linker,
    libraries: frozen.libraries,
    entries: frozen.entries,
    heapLength: frozen.heapLength,
    pages: frozen.pages,
    afterRestore: await readFile(new URL("./python/after-restore.py", import.meta.url), "utf8"),
  };
  const parts = { metadata, memory: frozen.image, files: frozen.files };
  const answer = await runStage({ stage: "check", glue, parts, program: check }, signal);
  if (answer !== expected) throw new Error(`the snapshot ${name} does not work when it is restored: ${answer}`);
  /** @param {string} part @param {Uint8Array} bytes @returns {Promise<AssetFile>} */
  const write = async (part, bytes) => {
    const path = `${name}.${part}`;
    await writeFile(join(folder, path), bytes);
    return describeFile(path, bytes);
  };
  return {
    name,
    metadata: await write("json", Buffer.from(JSON.stringify(metadata))),
    memory: await write("memory", frozen.image),
    files: await write("files", frozen.files),
  };
}

/**
 * @param {string} path
 * @param {Uint8Array} bytes
 * @returns {AssetFile}
 */
export function describeFile(path, bytes) {
  return { path, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
