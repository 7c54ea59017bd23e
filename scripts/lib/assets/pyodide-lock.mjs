import { readFile } from "node:fs/promises";
import { AssetFailure } from "./failure.mjs";

/**
 * One package in Pyodide's lock file.
 * @typedef {object} LockEntry
 * @property {string} name
 * @property {string} version
 * @property {string} file_name
 * @property {string} sha256
 * @property {string} install_dir
 * @property {string} package_type
 * @property {string[]} imports
 * @property {string[]} depends
 */

/**
 * @typedef {object} PyodideLock
 * @property {{ abi_version: string, python: string }} info
 * @property {Record<string, LockEntry>} packages by normalised name
 */

/** Needed at run time though the lock does not say so: pandas asks for time zones by name, and WebAssembly has no system database. */
const UNDECLARED = /** @type {Readonly<Record<string, readonly string[]>>} */ ({ pandas: ["tzdata"] });

/**
 * The distribution name as PyPI normalises it: `Et_XmlFile` is `et-xmlfile`.
 * @param {string} name
 */
export function normaliseName(name) {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/**
 * @param {string} text of a pyodide-lock.json
 * @param {string} origin named in failures
 * @returns {PyodideLock}
 * @throws {AssetFailure} when it is no lock file
 */
export function parseLock(text, origin) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AssetFailure(`${origin} is not JSON`);
  }
  const lock = /** @type {Partial<PyodideLock>} */ (value ?? {});
  if (typeof lock.info?.abi_version !== "string" || typeof lock.packages !== "object" || lock.packages === null) {
    throw new AssetFailure(`${origin} is not a Pyodide lock file`);
  }
  /** @type {Record<string, LockEntry>} */
  const packages = {};
  for (const entry of Object.values(lock.packages)) {
    if (!/^[0-9a-f]{64}$/.test(entry.sha256 ?? "") || !isPlainName(entry.file_name))
      throw new AssetFailure(`${origin}: the entry of ${entry.name} is not usable`);
    packages[normaliseName(entry.name)] = entry;
  }
  return { info: lock.info, packages };
}

/** @param {unknown} name */
function isPlainName(name) {
  return typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(name);
}

/**
 * The lock that came with the installed Pyodide core, and the core's version.
 * @param {string} root of the repository
 * @returns {Promise<{ lock: PyodideLock, version: string }>}
 */
export async function readCoreLock(root) {
  const folder = `${root}/node_modules/pyodide`;
  const [text, about] = await Promise.all([readFile(`${folder}/pyodide-lock.json`, "utf8"), readFile(`${folder}/package.json`, "utf8")]);
  return { lock: parseLock(text, "node_modules/pyodide/pyodide-lock.json"), version: JSON.parse(about).version };
}

/**
 * The packages and all that they need, each once, a dependency before what needs it.
 * @param {PyodideLock} lock
 * @param {readonly string[]} names
 * @param {string} origin named in failures
 * @returns {LockEntry[]}
 * @throws {AssetFailure} for a name that the lock does not have
 */
export function resolveClosure(lock, names, origin) {
  /** @type {Map<string, LockEntry>} */
  const found = new Map();
  /** @type {Set<string>} */
  const visiting = new Set();
  /** @param {string} wanted @param {string | null} parent */
  const visit = (wanted, parent) => {
    const name = normaliseName(wanted);
    if (found.has(name) || visiting.has(name)) return;
    const entry = lock.packages[name];
    if (entry === undefined) throw new AssetFailure(`${origin} has no package ${name}${parent === null ? "" : `, which ${parent} needs`}`);
    visiting.add(name);
    for (const needed of dependenciesOf(entry)) visit(needed, name);
    found.set(name, entry);
  };
  for (const name of names) visit(name, null);
  return [...found.values()];
}

/**
 * Normalised names of what an entry needs, the undeclared ones included.
 * @param {LockEntry} entry
 * @returns {string[]}
 */
export function dependenciesOf(entry) {
  return [...new Set([...entry.depends, ...(UNDECLARED[normaliseName(entry.name)] ?? [])].map(normaliseName))];
}
