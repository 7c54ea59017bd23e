import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CORE_FOLDER } from "./interpreter.mjs";

/**
 * A Pyodide lock file of these packages alone.
 * @param {readonly import("../lib/assets/manifest.mjs").PackageRecord[]} packages
 * @returns {Promise<string>} its text
 */
export async function packageLock(packages) {
  const { info } = JSON.parse(await readFile(join(CORE_FOLDER, "pyodide-lock.json"), "utf8"));
  /** @type {Record<string, object>} */
  const entries = {};
  for (const { name, version, imports, depends, sharedLibrary, ...record } of packages) {
    const file = record.compiled ?? record.file;
    entries[name] = {
      name,
      version,
      file_name: basename(file.path),
      sha256: file.sha256,
      imports,
      depends,
      install_dir: sharedLibrary ? "dynlib" : "site",
      package_type: sharedLibrary ? "shared_library" : "package",
      unvendored_tests: false,
    };
  }
  return JSON.stringify({ info, packages: entries });
}
