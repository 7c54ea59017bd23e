import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Oldest Node that the project's tools run on. */
const NODE_NEEDED = [20, 19];

/**
 * @param {string} [version] as `process.versions.node` gives it
 * @throws {Error} that says what to install
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = NODE_NEEDED;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Error(`Skep needs Node ${NODE_NEEDED.join(".")} or newer; this is Node ${version}. Install a newer one from nodejs.org or your system's packages.`);
}

/**
 * Installs the npm packages when they or some of them are missing, or the lock file changed since the last time.
 * @param {string} root of the repository
 * @param {(line: string) => void} [say]
 * @returns {Promise<boolean>} whether anything was installed
 * @throws {Error} when npm fails; its own output has been shown
 */
export async function ensureInstalled(root, say = (line) => process.stderr.write(`${line}\n`)) {
  checkNode();
  const digest = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".skep-installed");
  const installed = installedPackages(root);
  if (installed !== undefined) {
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return false;
    if (matchesLock(root, installed)) {
      writeFileSync(stamp, digest);
      return false;
    }
  }
  say("Installing npm packages (once, and again when package-lock.json changes)");
  // Development packages hold the build tools, so they are needed even where NODE_ENV says production.
  const code = await run(["ci", "--include=dev", "--no-audit", "--no-fund"], root);
  if (code !== 0)
    throw new Error(`npm ci failed (exit code ${code}). Its messages are above. Without a network, run this once where the npm registry can be reached.`);
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, digest);
  return true;
}

/**
 * What npm wrote down of the tree that it installed, unless a package of it is gone: half a tree fails much later, and obscurely.
 * @param {string} root
 * @returns {Record<string, { version?: string }> | undefined}
 */
function installedPackages(root) {
  try {
    const { packages } = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8"));
    return Object.keys(packages).every((path) => existsSync(join(root, path, "package.json"))) ? packages : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether what is installed is what the lock file asks for.
 * @param {string} root
 * @param {Record<string, { version?: string }>} installed
 */
function matchesLock(root, installed) {
  try {
    const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    return Object.entries(wanted).every(
      ([path, entry]) => path === "" || entry.optional || entry.peer || entry.devOptional || installed[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

/**
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @returns {Promise<number | null>} exit code
 */
function run(parameters, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.platform === "win32" ? "npm.cmd" : "npm", parameters, {
      cwd,
      stdio: ["ignore", 2, 2],
      shell: process.platform === "win32",
    });
    child.on("error", (error) => reject(new Error(`npm could not be started (${error.message}). It comes with Node.`)));
    child.on("close", resolve);
  });
}
