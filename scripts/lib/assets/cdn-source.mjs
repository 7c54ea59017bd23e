import { join } from "node:path";
import { downloadFile } from "./download.mjs";

/**
 * Pyodide's own CDN: the files of the very release that is installed, checked against the lock that came with it.
 * @param {string} [address] of a folder that holds a release's files; `{version}` stands for the installed one
 * @returns {import("./package-source.mjs").PackageSource}
 */
export function cdnSource(address = "https://cdn.jsdelivr.net/pyodide/v{version}/full/") {
  return {
    name: "Pyodide's CDN",
    async open({ coreLock, coreVersion, cache, reporter, signal }) {
      const base = address.replace("{version}", coreVersion).replace(/\/*$/, "/");
      return {
        lock: coreLock,
        release: coreVersion,
        origin: base,
        async fetch(entry) {
          const target = join(cache, "packages", entry.sha256.slice(0, 16), entry.file_name);
          await downloadFile({
            url: new URL(entry.file_name, base).href,
            target,
            sha256: entry.sha256,
            onProgress: (loaded, total) => reporter.progress(entry.file_name, loaded, total),
            ...(signal ? { signal } : {}),
          });
          return { path: target, sha256: entry.sha256, origin: base };
        },
        close: () => undefined,
      };
    },
  };
}
