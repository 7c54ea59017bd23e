/**
 * Builds memory snapshots of Python: the core, and the core with numpy, pandas and matplotlib imported. An interpreter restored
 * from one is ready in a fraction of the time that starting and importing take.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssetFailure } from "../lib/assets/failure.mjs";
import { isIntact } from "../lib/assets/place.mjs";
import { buildOne, describeFile } from "./build-one.mjs";
import { patchGlue } from "./glue-patch.mjs";
import { gatherIngredients } from "./ingredients.mjs";
import { CORE_FOLDER } from "./interpreter.mjs";
import { packageLock } from "./package-lock.mjs";
import { runStage } from "./run-stage.mjs";

const FOLDER = "snapshot";

/** @typedef {import("../lib/assets/manifest.mjs").AssetFile} AssetFile */

/**
 * What the manifest says of a set: paths relative to the manifest's folder.
 * @typedef {object} SnapshotSet
 * @property {string} key  names the set's folder; the same for the same ingredients
 * @property {string} pyodide  version
 * @property {AssetFile} glue
 * @property {import("./build-one.mjs").SnapshotRecord[]} snapshots
 */

/**
 * @typedef {object} BuildRequest
 * @property {string} packagesDir  the assets' folder, which the paths in `packages` are relative to
 * @property {readonly import("../lib/assets/manifest.mjs").PackageRecord[]} packages  what was fetched; without numpy, pandas and
 *   matplotlib, only the core is built
 * @property {string} [outDir]  where the folder `snapshot` goes; `packagesDir` if not named
 * @property {SnapshotSet | null} [known]  of an earlier run; given back when its ingredients are the same and its files whole
 * @property {(message: string) => void} [onProgress]
 * @property {AbortSignal} [signal]
 */

/**
 * Takes up to a minute of CPU time. The set appears as a whole or not at all, and an earlier one stays until the caller removes it.
 * @param {BuildRequest} request
 * @returns {Promise<SnapshotSet>}
 * @throws {AssetFailure} when this Pyodide or these packages do not allow a snapshot, with the reason
 */
export async function buildSnapshot({ packagesDir, packages, outDir = packagesDir, known = null, onProgress = () => {}, signal }) {
  const ingredients = await gatherIngredients(packages);
  const { key, pyodide, science } = ingredients;
  if (known?.key === key && (await isWhole(known, outDir))) {
    onProgress("Snapshots: they are here already.");
    return known;
  }
  const patched = patchGlue(await readFile(join(CORE_FOLDER, "pyodide.asm.mjs"), "utf8"));
  if (!patched.ok) throw new AssetFailure(patched.message);
  const folder = join(outDir, FOLDER, `.${key}.${process.pid}.tmp`);
  const glue = join(folder, "glue.mjs");
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(glue, patched.glue);
    onProgress("Snapshots: Python alone.");
    const shared = { ingredients, folder, signal, runStage };
    const snapshots = [await buildOne({ name: "core", unpacked: null, ...shared })];
    if (science !== null) {
      onProgress("Snapshots: Python with numpy, pandas and matplotlib (half a minute).");
      const names = science.map((entry) => entry.name);
      const lock = await packageLock(science);
      const wheels = join(packagesDir, dirname((science[0]?.compiled ?? science[0]?.file)?.path ?? ""));
      const unpacked = await runStage({ stage: "unpack", glue, packages: wheels, lock, names }, signal);
      snapshots.push(await buildOne({ name: "science", unpacked, ...shared }));
    }
    const target = join(outDir, FOLDER, key);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    /** @param {AssetFile} file @returns {AssetFile} */
    const placed = (file) => ({ ...file, path: `${FOLDER}/${key}/${file.path}` });
    return {
      key,
      pyodide,
      glue: placed(describeFile("glue.mjs", Buffer.from(patched.glue))),
      snapshots: snapshots.map(({ name, metadata, memory, files }) => ({ name, metadata: placed(metadata), memory: placed(memory), files: placed(files) })),
    };
  } catch (error) {
    if (signal?.aborted) throw new AssetFailure("Building of the snapshots was stopped.", { cause: error });
    throw new AssetFailure(`The snapshots could not be built: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes every set but the current one.
 * @param {string} outDir
 * @param {SnapshotSet | null} current
 */
export async function removeOldSnapshots(outDir, current) {
  for (const name of await readdir(join(outDir, FOLDER)).catch(() => [])) {
    if (name !== current?.key) await rm(join(outDir, FOLDER, name), { recursive: true, force: true });
  }
}

/** @param {SnapshotSet} set @param {string} outDir */
async function isWhole({ glue, snapshots }, outDir) {
  for (const file of [glue, ...snapshots.flatMap(({ metadata, memory, files }) => [metadata, memory, files])]) {
    if (!(await isIntact(join(outDir, file.path), file))) return false;
  }
  return true;
}
