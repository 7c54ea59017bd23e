import { join } from "node:path";
import { downloadWheel } from "./pip.mjs";
import { normaliseName } from "./pyodide-lock.mjs";

/**
 * Pure Python packages that no Pyodide release has, from their own project's page on the Python package index, pinned.
 *
 * smolagents: its interpreter runs inside the sealed sandbox (src/sandbox/smolagents). That part needs nothing of what the package
 * asks for; programs cannot import it by name, because its `__init__` wants a network client.
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
];

/** @param {string} name */
export function isExtraPackage(name) {
  return EXTRA.some((wheel) => wheel.project === normaliseName(name));
}

/**
 * A release's lock with these packages in it.
 * @param {import("./pyodide-lock.mjs").PyodideLock} lock
 * @returns {import("./pyodide-lock.mjs").PyodideLock}
 */
export function withExtraPackages(lock) {
  const entries = EXTRA.map(({ project, version, file, sha256, imports, depends }) => [
    project,
    { name: project, version, file_name: file, sha256, install_dir: "site", package_type: "package", imports, depends },
  ]);
  return { ...lock, packages: { ...Object.fromEntries(entries), ...lock.packages } };
}

/**
 * @param {string} name
 * @param {import("./package-source.mjs").SourceContext} context
 * @returns {Promise<import("./package-source.mjs").FetchedPackage & { licence: string }>}
 * @throws {import("./failure.mjs").AssetFailure}
 */
export async function fetchExtraPackage(name, { cache, reporter, signal }) {
  const wheel = EXTRA.find((one) => one.project === normaliseName(name));
  if (wheel === undefined) throw new Error(`${name} is no extra package`);
  const path = await downloadWheel(wheel, join(cache, "downloads"), { onLine: reporter.line, ...(signal ? { signal } : {}) });
  return { path, sha256: wheel.sha256, licence: wheel.licence, origin: `PyPI ${wheel.project} ${wheel.version}` };
}
