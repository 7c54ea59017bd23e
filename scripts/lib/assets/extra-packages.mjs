import { join } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { downloadWheel } from "./pip.mjs";
import { isIntact, placeFile } from "./place.mjs";
import { normaliseName } from "./pyodide-lock.mjs";

/**
 * Pure Python packages that no Pyodide release has, from their own project's page on the Python package index, pinned.
 *
 * smolagents: its interpreter runs inside the sealed sandbox (src/sandbox/smolagents). That part needs nothing of what the package
 * asks for; programs cannot import it by name, because its `__init__` wants a network client.
 * pypdf: reads PDF files, for programs and for the starter tool that needs it. It needs nothing else.
 * @type {readonly (import("./pip.mjs").PinnedWheel & { imports: string[], depends: string[], licence: string })[]}
 */
const EXTRA = [
  {
    project: "smolagents",
    version: "1.26.0",
    file: "smolagents-1.26.0-py3-none-any.whl",
    sha256: "70e1cfb1576f782da93190ee31d9bb2659e5ca4bd84fda0c412e1f20498f28b6",
    size: 161466,
    imports: [],
    depends: [],
    licence: "Apache-2.0",
  },
  {
    project: "pypdf",
    version: "7.1.1",
    file: "pypdf-7.1.1-py3-none-any.whl",
    sha256: "04c5680d4b4cfa04ab505b09393fc949860c34a4dad6565284d11a2f5c3ce8b1",
    size: 421026,
    imports: ["pypdf"],
    depends: [],
    licence: "BSD-3-Clause",
  },
];

/** @param {string} name */
export function isExtraPackage(name) {
  return EXTRA.some((wheel) => wheel.project === normaliseName(name));
}

/**
 * Puts one of these packages into the folder: from another installation's folder where one has it, else from the index.
 * @param {string} name
 * @param {import("./manifest.mjs").AssetManifest} manifest
 * @param {string} folder where `packages/` goes
 * @param {import("./package-source.mjs").SourceContext & { folders: readonly string[] }} context
 * @returns {Promise<import("./manifest.mjs").AssetManifest>} the manifest with the package in it
 * @throws {import("./failure.mjs").AssetFailure}
 */
export async function addExtraPackage(name, manifest, folder, context) {
  const wheel = EXTRA.find((one) => one.project === normaliseName(name));
  if (wheel === undefined) throw new Error(`${name} is no extra package`);
  const file = { path: `packages/${wheel.file}`, size: wheel.size, sha256: wheel.sha256 };
  const target = join(folder, file.path);
  if (!(await isIntact(target, file))) await placeFile(await findExtraPackage(wheel, file.path, context), target);
  const known = manifest.packages.find((entry) => entry.name === wheel.project);
  /** @type {import("./manifest.mjs").PackageRecord} */
  const record = {
    // Its compiled copy names the file that it was made from, so an old one is found out.
    ...(known?.compiled === undefined ? {} : { compiled: known.compiled }),
    name: wheel.project,
    version: wheel.version,
    file,
    imports: wheel.imports,
    depends: wheel.depends,
    sharedLibrary: false,
    licence: wheel.licence,
    origin: `PyPI ${wheel.project} ${wheel.version}`,
  };
  const packages = [...manifest.packages.filter((entry) => entry.name !== record.name), record];
  return { ...manifest, packages, roots: [...new Set([...manifest.roots, record.name])] };
}

/**
 * @param {import("./pip.mjs").PinnedWheel} wheel
 * @param {string} path in an installation's folder
 * @param {import("./package-source.mjs").SourceContext & { folders: readonly string[] }} context
 * @returns {Promise<string>} path of the checked file
 */
async function findExtraPackage(wheel, path, { cache, folders, reporter, signal }) {
  for (const folder of folders) if (await isIntact(join(folder, path), wheel)) return join(folder, path);
  try {
    return await downloadWheel(wheel, join(cache, "downloads"), { onLine: reporter.line, ...(signal ? { signal } : {}) });
  } catch (error) {
    throw error instanceof AssetFailure ? new AssetFailure(`${wheel.project} comes from PyPI only: ${error.message}`, { cause: error }) : error;
  }
}
