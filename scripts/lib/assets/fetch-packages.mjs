import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isExtraPackage } from "./extra-packages.mjs";
import { AssetFailure, describeFailure } from "./failure.mjs";
import { isIntact, placeFile } from "./place.mjs";
import { dependenciesOf, normaliseName, resolveClosure } from "./pyodide-lock.mjs";
import { readWheelLicence } from "./wheel-licence.mjs";

/** @typedef {import("./manifest.mjs").AssetManifest} AssetManifest */

/**
 * Whether the manifest already has every package asked for, with all that they need, and the files are whole.
 * @param {AssetManifest} manifest
 * @param {readonly string[]} names
 * @param {string} folder
 * @param {string} abi that the installed core wants
 */
export async function arePackagesPresent(manifest, names, folder, abi) {
  if (names.length > 0 && manifest.pyodide.abi !== abi) return false;
  const byName = new Map(manifest.packages.map((entry) => [entry.name, entry]));
  const wanted = [...names.map(normaliseName), ...manifest.packages.flatMap((entry) => entry.depends)];
  if (wanted.some((name) => !byName.has(name))) return false;
  for (const entry of manifest.packages) if (!(await isIntact(join(folder, entry.file.path), entry.file))) return false;
  return true;
}

/**
 * Fetches packages with their whole dependency closure from the first source that gives all of them: one release, never a mixture.
 * @param {object} request
 * @param {AssetManifest} request.manifest as it is
 * @param {readonly string[]} request.names
 * @param {string} request.folder where `packages/` goes
 * @param {readonly import("./package-source.mjs").PackageSource[]} request.sources in the order to try
 * @param {import("./package-source.mjs").SourceContext} request.context
 * @returns {Promise<AssetManifest>} the manifest with the packages in it
 * @throws {AssetFailure} naming every source and why it did not do
 */
export async function fetchPackages({ manifest, names, folder, sources, context }) {
  const extras = manifest.packages.filter((entry) => isExtraPackage(entry.name));
  const before = { ...manifest, packages: manifest.packages.filter((entry) => !isExtraPackage(entry.name)) };
  const roots = [...new Set([...manifest.roots, ...names.map(normaliseName)])].filter((name) => !isExtraPackage(name));
  if (await arePackagesPresent(before, roots, folder, context.coreLock.info.abi_version)) {
    if (roots.length > 0) context.reporter.line(`Packages: all ${before.packages.length} are here already.`);
    return { ...manifest, roots: [...roots, ...extras.map((entry) => entry.name)] };
  }
  /** @type {string[]} */
  const reasons = [];
  for (const source of sources) {
    try {
      const { pyodide, packages } = await fetchFrom(source, roots, folder, context);
      return { ...manifest, pyodide, packages: [...packages, ...extras], roots: [...roots, ...extras.map((entry) => entry.name)] };
    } catch (error) {
      if (context.signal?.aborted) throw new AssetFailure("fetching of packages was stopped", { cause: error });
      if (!(error instanceof AssetFailure) && !isSystemError(error)) throw error;
      const reason = `${source.name}: ${describeFailure(error)}`;
      reasons.push(reason);
      context.reporter.line(reason);
    }
  }
  throw new AssetFailure(`No source gave the packages ${roots.join(", ")}.\n${reasons.map((reason) => `  ${reason}`).join("\n")}`);
}

/**
 * @param {import("./package-source.mjs").PackageSource} source
 * @param {readonly string[]} roots
 * @param {string} folder
 * @param {import("./package-source.mjs").SourceContext} context
 * @returns {Promise<Pick<AssetManifest, "pyodide" | "packages">>}
 */
async function fetchFrom(source, roots, folder, context) {
  const open = await source.open(context);
  try {
    const { info } = open.lock;
    const wantedAbi = context.coreLock.info.abi_version;
    if (info.abi_version !== wantedAbi) throw new AssetFailure(`its packages are built for ABI ${info.abi_version}, the installed Pyodide needs ${wantedAbi}`);
    const entries = resolveClosure(open.lock, roots, source.name);
    context.reporter.line(`Packages: ${entries.length} from ${open.origin} (Pyodide ${open.release})`);
    /** @type {import("./manifest.mjs").PackageRecord[]} */
    const packages = [];
    for (const entry of entries) {
      const fetched = await open.fetch(entry);
      const path = `packages/${entry.file_name}`;
      await placeFile(fetched.path, join(folder, path));
      packages.push({
        name: normaliseName(entry.name),
        version: entry.version,
        file: { path, size: (await stat(fetched.path)).size, sha256: fetched.sha256 },
        imports: entry.imports,
        depends: dependenciesOf(entry),
        sharedLibrary: entry.package_type === "shared_library",
        licence: await readWheelLicence(fetched.path),
        origin: fetched.origin,
      });
    }
    return { pyodide: { release: open.release, abi: info.abi_version, python: info.python }, packages };
  } finally {
    open.close();
  }
}

/** @param {unknown} error */
function isSystemError(error) {
  return error instanceof Error && "code" in error;
}
