import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildSnapshot, removeOldSnapshots } from "../../snapshot/build-snapshot.mjs";
import { compileWheels, removeOldWheels } from "../../snapshot/compile-wheels.mjs";
import { cacheRoot } from "./cache.mjs";
import { cdnSource } from "./cdn-source.mjs";
import { withLock } from "./exclusive.mjs";
import { addExtraPackage, isExtraPackage } from "./extra-packages.mjs";
import { AssetFailure, describeFailure } from "./failure.mjs";
import { fetchModel } from "./fetch-models.mjs";
import { fetchPackages } from "./fetch-packages.mjs";
import { localSource } from "./local-source.mjs";
import { emptyManifest, readManifest, writeManifest } from "./manifest.mjs";
import { makeReporter } from "./progress.mjs";
import { readCoreLock } from "./pyodide-lock.mjs";
import { pypiSource } from "./pypi-source.mjs";

/** Packages that are fetched when nobody names any. */
export const DEFAULT_PACKAGES = ["numpy", "pandas", "matplotlib", "pydantic", "micropip", "requests", "smolagents", "pypdf"];

/** Sources tried when nobody names any, in order. */
export const DEFAULT_SOURCES = ["cdn", "pypi"];

/**
 * A source as the command line names it.
 * @param {string} text `cdn`, `cdn:ADDRESS`, `local:DIR` or `pypi`
 * @returns {import("./package-source.mjs").PackageSource}
 * @throws {AssetFailure} for any other text
 */
export function parseSource(text) {
  const [kind, rest] = [text.split(":", 1)[0], text.includes(":") ? text.slice(text.indexOf(":") + 1) : ""];
  if (kind === "cdn") return cdnSource(...(rest === "" ? [] : [rest]));
  if (kind === "pypi" && rest === "") return pypiSource();
  if (kind === "local" && rest !== "") return localSource(rest);
  throw new AssetFailure(`${text} is not a source. Sources are: cdn, local:DIR, pypi.`);
}

/**
 * @typedef {object} AssetRequest
 * @property {string} root of the repository
 * @property {readonly string[]} packages
 * @property {readonly string[]} models
 * @property {readonly string[]} [sources]
 * @property {string} [folder] where the assets go
 * @property {string} [cache]
 * @property {import("./progress.mjs").Reporter} [reporter]
 * @property {AbortSignal} [signal]
 * @property {boolean} [snapshots] whether to compile packages and build memory snapshots too: up to two minutes of CPU time when the packages
 *   have changed
 */

/**
 * Gets packages and models into the folder that the app reads, and writes its manifest. What one part fails to get does not keep back the others.
 * @param {AssetRequest} request
 * @returns {Promise<{ manifest: import("./manifest.mjs").AssetManifest, failures: string[] }>}
 */
export async function fetchAssets(request) {
  const { root, signal } = request;
  const folder = request.folder ?? join(root, "public", "fetched");
  const cache = request.cache ?? cacheRoot();
  const reporter = request.reporter ?? makeReporter();
  const sourceTexts = request.sources ?? DEFAULT_SOURCES;
  const sources = sourceTexts.map(parseSource);
  const folders = sourceTexts.filter((text) => text.startsWith("local:")).map((text) => text.slice("local:".length));
  const core = await readCoreLock(root);
  const shared = { root, cache, reporter, ...(signal ? { signal } : {}) };
  const onWait = (/** @type {string} */ holder) => reporter.line(`Waiting for another run (${holder}) to finish fetching.`);
  const waiting = { onWait, ...(signal ? { signal } : {}) };

  return withLock(join(folder, ".lock"), () => withLock(join(cache, ".lock"), run, waiting), waiting);

  async function run() {
    let manifest = (await readManifest(folder)) ?? emptyManifest();
    /** @type {string[]} */
    const failures = [];
    /** @param {() => Promise<void>} part */
    const attempt = async (part) => {
      try {
        await part();
        await writeManifest(folder, manifest);
      } catch (error) {
        if (!(error instanceof AssetFailure) && !isSystemError(error)) throw error;
        failures.push(describeWhole(error));
      }
    };
    const context = { ...shared, coreLock: core.lock, coreVersion: core.version };
    const extra = request.packages.filter(isExtraPackage);
    const names = request.packages.filter((name) => !isExtraPackage(name));
    await attempt(async () => {
      manifest = await fetchPackages({ manifest, names, folder, sources, context });
    });
    // On their own, because they come from one place only: out of reach, they must not keep back the others.
    for (const name of extra) {
      await attempt(async () => {
        manifest = await addExtraPackage(name, manifest, folder, { ...context, folders });
      });
    }
    for (const id of request.models) {
      await attempt(async () => {
        const known = manifest.models.find((model) => model.id === id);
        const record = await fetchModel(id, folder, known, { ...shared, folders });
        manifest = { ...manifest, models: [...manifest.models.filter((model) => model.id !== id), record] };
      });
    }
    if (request.snapshots) {
      manifest = await addSnapshots(manifest, folder, reporter, signal);
      await writeManifest(folder, manifest);
      await removeOldSnapshots(folder, manifest.snapshot ?? null);
      await removeOldWheels(folder, manifest.packages);
    }
    await removeStrangers(folder, manifest);
    return { manifest, failures };
  }
}

/**
 * Without snapshots everything works, only slower: that there are none is said in the manifest and is no failure.
 * @param {import("./manifest.mjs").AssetManifest} manifest
 * @param {string} folder
 * @param {import("./progress.mjs").Reporter} reporter
 * @param {AbortSignal | undefined} signal
 */
async function addSnapshots(manifest, folder, reporter, signal) {
  const { snapshot, snapshotProblem: _, ...rest } = manifest;
  try {
    const shared = { onProgress: reporter.line, ...(signal ? { signal } : {}) };
    rest.packages = await compileWheels({ folder, packages: rest.packages, ...shared });
    const set = await buildSnapshot({ packagesDir: folder, packages: rest.packages, known: snapshot ?? null, ...shared });
    return { ...rest, snapshot: set };
  } catch (error) {
    if (!(error instanceof AssetFailure) || signal?.aborted) throw error;
    reporter.line(error.message);
    return { ...rest, snapshot: null, snapshotProblem: describeFailure(error) };
  }
}

/**
 * Removes packages that the manifest no longer names: those of an earlier Pyodide.
 * @param {string} folder
 * @param {import("./manifest.mjs").AssetManifest} manifest
 */
async function removeStrangers(folder, manifest) {
  const wanted = new Set(manifest.packages.map((entry) => entry.file.path));
  for (const name of await readdir(join(folder, "packages")).catch(() => [])) {
    if (!wanted.has(`packages/${name}`)) await rm(join(folder, "packages", name), { force: true });
  }
}

/** @param {unknown} error */
function isSystemError(error) {
  return error instanceof Error && "code" in error;
}

/** @param {unknown} error */
function describeWhole(error) {
  return error instanceof AssetFailure ? error.message : describeFailure(error);
}
