import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { sha256OfFile } from "./hash.mjs";
import { readManifest } from "./manifest.mjs";
import { isIntact } from "./place.mjs";
import { normaliseName, parseLock } from "./pyodide-lock.mjs";

/**
 * A folder on this machine: an unpacked Pyodide release, or the `public/fetched` of another installation (a memory stick for a room of laptops).
 * @param {string} folder
 * @returns {import("./package-source.mjs").PackageSource}
 */
export function localSource(folder) {
  const base = resolve(folder);
  return {
    name: `the folder ${base}`,
    async open({ coreLock, coreVersion }) {
      const manifest = await readManifest(base);
      if (manifest !== null && manifest.packages.length > 0) return openInstallation(base, manifest);
      const text = await readFile(join(base, "pyodide-lock.json"), "utf8").catch(() => null);
      const lock = text === null ? coreLock : parseLock(text, join(base, "pyodide-lock.json"));
      return {
        lock,
        release: text === null ? coreVersion : "local",
        origin: "a local folder",
        async fetch(entry) {
          const path = join(base, entry.file_name);
          if (await isIntact(path, entry)) return { path, sha256: entry.sha256, origin: "a local folder" };
          const found = await sha256OfFile(path).catch(() => null);
          throw new AssetFailure(found === null ? `${path} is not there` : `${path} does not match the lock (SHA-256 ${found} instead of ${entry.sha256})`);
        },
        close: () => undefined,
      };
    },
  };
}

/**
 * @param {string} base
 * @param {import("./manifest.mjs").AssetManifest} manifest
 * @returns {import("./package-source.mjs").OpenSource}
 */
function openInstallation(base, manifest) {
  const byName = new Map(manifest.packages.map((entry) => [normaliseName(entry.name), entry]));
  /** @type {Record<string, import("./pyodide-lock.mjs").LockEntry>} */
  const packages = {};
  for (const [name, entry] of byName) {
    packages[name] = {
      name,
      version: entry.version,
      file_name: entry.file.path.split("/").at(-1) ?? "",
      sha256: entry.file.sha256,
      install_dir: entry.sharedLibrary ? "dynlib" : "site",
      package_type: entry.sharedLibrary ? "shared_library" : "package",
      imports: [...entry.imports],
      depends: [...entry.depends],
    };
  }
  return {
    lock: { info: { abi_version: manifest.pyodide.abi, python: manifest.pyodide.python }, packages },
    release: manifest.pyodide.release,
    origin: "a local folder",
    async fetch(entry) {
      const kept = byName.get(normaliseName(entry.name));
      if (kept === undefined) throw new AssetFailure(`${base} has no ${entry.name}`);
      const path = join(base, kept.file.path);
      if (!(await isIntact(path, kept.file))) throw new AssetFailure(`${path} is missing or changed`);
      return { path, sha256: kept.file.sha256, origin: kept.origin };
    },
    close: () => undefined,
  };
}
