import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Lines at which a file should be split, and at which it must be. */
const WARN_LINES = 300;
const STOP_LINES = 400;

const FOLDERS = ["src", "scripts", "bin", "bench", "e2e", "vite", "tools"];
const CODE = /\.(ts|tsx|mjs|css|py)$/;
const SKIPPED = /(^|\/)(fixtures|node_modules|results|__pycache__)(\/|$)/;

/**
 * Files that have grown too long to be read in one go.
 * @param {string} root of the repository
 * @returns {{ path: string, lines: number, stop: boolean }[]} longest first
 */
export function findLongFiles(root) {
  /** @type {{ path: string, lines: number, stop: boolean }[]} */
  const found = [];
  for (const folder of FOLDERS) {
    for (const entry of list(join(root, folder))) {
      const path = `${folder}/${entry}`;
      if (!CODE.test(path) || SKIPPED.test(path)) continue;
      const lines = readFileSync(join(root, path), "utf8").split("\n").length - 1;
      if (lines > WARN_LINES) found.push({ path, lines, stop: lines > STOP_LINES });
    }
  }
  return found.sort((a, b) => b.lines - a.lines);
}

/**
 * @param {string} folder
 * @returns {string[]} paths of files and folders below it, with forward slashes
 */
function list(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  } catch {
    return [];
  }
}
