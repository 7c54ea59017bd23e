import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./assets/exclusive.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What a build depends on, besides the installed packages that package-lock.json stands for. */
const INPUTS = ["src", "public", "vite", "index.html", "vite.config.ts", "tsconfig.base.json", "tsconfig.app.json", "package.json", "package-lock.json"];

/** Folders of the inputs that no build reads. */
const SKIPPED = new Set(["public/fetched"]);

/**
 * Builds the application when its sources changed since the last build.
 * @param {string} [root] of the repository
 * @param {(line: string) => void} [say]
 * @returns {Promise<boolean>} whether it was built
 * @throws {Error} with the build's own output when it fails
 */
export async function ensureBuilt(root = ROOT, say = (line) => process.stderr.write(`${line}\n`)) {
  return withLock(join(root, "node_modules", ".cache", "skep-build.lock"), async () => {
    const digest = digestOfInputs(root);
    const stamp = join(root, "dist", ".inputs");
    if (existsSync(join(root, "dist", "index.html")) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return false;
    say("Building the application");
    const started = Date.now();
    const { code, output } = await run(root);
    if (code !== 0) throw new Error(`The build failed:\n${output}`);
    writeFileSync(stamp, digest);
    say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
    return true;
  });
}

/**
 * A hash over names and contents of all inputs.
 * @param {string} root
 */
export function digestOfInputs(root) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    if (SKIPPED.has(path)) return;
    const absolute = join(root, path);
    if (!existsSync(absolute)) return;
    const entries = readEntries(absolute);
    if (entries === null) hash.update(`${path}\0`).update(readFileSync(absolute)).update("\0");
    else for (const entry of entries) if (!/\.test\.tsx?$/.test(entry)) add(`${path}/${entry}`);
  };
  for (const input of INPUTS) add(input);
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[] | null} sorted names, or null for a file
 */
function readEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOTDIR") return null;
    throw error;
  }
}

/**
 * @param {string} root
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(root) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "node_modules", "vite", "bin", "vite.js"), "build"], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
