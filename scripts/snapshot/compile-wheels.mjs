import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { AssetFailure } from "../lib/assets/failure.mjs";
import { isIntact, writeFileWhole } from "../lib/assets/place.mjs";
import { describeFile } from "./build-one.mjs";
import { runStage } from "./run-stage.mjs";

const FOLDER = "compiled";

/** @typedef {import("../lib/assets/manifest.mjs").PackageRecord} PackageRecord */

/**
 * Puts compiled modules into copies of the wheels: a first import is then two to three times as fast where there is no snapshot.
 * Packages whose copy is up to date are left as they are.
 * @param {object} request
 * @param {string} request.folder  the assets' folder, which paths are relative to
 * @param {readonly PackageRecord[]} request.packages
 * @param {(message: string) => void} [request.onProgress]
 * @param {AbortSignal} [request.signal]
 * @returns {Promise<PackageRecord[]>} the same packages, each with its `compiled` copy
 * @throws {AssetFailure} naming the package that could not be compiled
 */
export async function compileWheels({ folder, packages, onProgress = () => {}, signal }) {
  /** @type {Record<string, Uint8Array>} */
  const wheels = {};
  for (const { name, file, compiled } of packages) {
    if (compiled?.source === file.sha256 && (await isIntact(join(folder, compiled.path), compiled))) continue;
    wheels[name] = new Uint8Array(await readFile(join(folder, file.path)));
  }
  const names = Object.keys(wheels);
  if (names.length === 0) return [...packages];
  onProgress(`Compiling ${names.join(", ")}.`);
  const compiledWheels = await runStage({ stage: "compile", wheels }, signal).catch((error) => {
    throw new AssetFailure(signal?.aborted ? "Compiling of packages was stopped." : error instanceof Error ? error.message : String(error), { cause: error });
  });
  /** @type {PackageRecord[]} */
  const records = [];
  for (const entry of packages) {
    const wheel = compiledWheels[entry.name];
    if (wheel === undefined) {
      records.push(entry);
      continue;
    }
    const path = `${FOLDER}/${basename(entry.file.path)}`;
    await writeFileWhole(join(folder, path), wheel);
    records.push({ ...entry, compiled: { ...describeFile(path, wheel), source: entry.file.sha256 } });
  }
  return records;
}

/**
 * Removes the copies that no package names.
 * @param {string} folder
 * @param {readonly PackageRecord[]} packages
 */
export async function removeOldWheels(folder, packages) {
  const wanted = new Set(packages.map((entry) => entry.compiled?.path));
  for (const name of await readdir(join(folder, FOLDER)).catch(() => [])) {
    if (!wanted.has(`${FOLDER}/${name}`)) await rm(join(folder, FOLDER, name), { force: true });
  }
}
