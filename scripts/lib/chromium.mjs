import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SYSTEM_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A download that takes longer has stalled; the next way is tried. */
const INSTALL_MS = 10 * 60_000;

const ADVICE =
  "Install Chromium or Chrome (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to one that is installed.";

/**
 * Path of a Chromium that is already on this machine: CHROMIUM_PATH, Playwright's own, then the system's.
 * @param {{ systemPaths?: readonly string[] }} [options] for tests
 * @returns {Promise<string | null>} null when there is none
 * @throws {Error} when CHROMIUM_PATH names a file that is not there
 */
export async function findChromium({ systemPaths = SYSTEM_PATHS } = {}) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist. Correct or unset it.`);
    return named;
  }
  const { chromium } = await import("playwright");
  const own = chromium.executablePath();
  if (own && existsSync(own)) return own;
  return systemPaths.find((path) => existsSync(path)) ?? null;
}

/**
 * A way to get a Chromium.
 * @typedef {object} Way
 * @property {string} name
 * @property {() => Promise<boolean>} fits whether it can be tried on this machine
 * @property {() => Promise<string | null>} attempt null when it worked, else why not
 */

/**
 * Path of a Chromium, which is installed when there is none: Playwright's download, then apt where this is root on Debian or Ubuntu.
 * @param {object} [options] all but `say` for tests
 * @param {(line: string) => void} [options.say]
 * @param {() => Promise<string | null>} [options.find]
 * @param {readonly Way[]} [options.ways]
 * @returns {Promise<string>}
 * @throws {Error} that says what was tried and what to do
 */
export async function ensureChromium({ say = (line) => process.stderr.write(`${line}\n`), find = findChromium, ways = WAYS } = {}) {
  const found = await find();
  if (found !== null) return found;
  /** @type {string[]} */
  const reasons = [];
  for (const way of ways) {
    if (!(await way.fits())) continue;
    say(`No Chromium is here; trying ${way.name}`);
    const reason = await way.attempt();
    const installed = reason === null ? await find() : null;
    if (installed !== null) return installed;
    reasons.push(`${way.name}: ${reason ?? "it ended well, but left no Chromium where one is looked for"}`);
    say(reasons.at(-1) ?? "");
  }
  throw new Error(`No Chromium was found, and none could be installed.\n${reasons.map((reason) => `  ${reason}\n`).join("")}${ADVICE}`);
}

/** @type {readonly Way[]} */
const WAYS = [
  {
    name: "Playwright's download",
    fits: async () => true,
    attempt: () => run(process.execPath, [join(packageFolder("playwright"), "cli.js"), "install", "chromium"]),
  },
  {
    name: "apt-get install chromium",
    fits: async () => process.getuid?.() === 0 && (await isDebianLike()),
    async attempt() {
      const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      return (
        (await run("apt-get", ["update", "-q"], environment)) ??
        (await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"], environment))
      );
    },
  },
];

/** @param {string} name */
function packageFolder(name) {
  return fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
}

async function isDebianLike() {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
}

/**
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string | null>} null when it ended with 0, else why not
 */
function run(command, parameters, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { env, stdio: ["ignore", "pipe", "pipe"], timeout: INSTALL_MS });
    let tail = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      tail = (tail + chunk.toString("utf8")).slice(-2_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code, signal) => resolve(code === 0 ? null : (lastError(tail) ?? `it ended with ${code ?? signal}`)));
  });
}

/** @param {string} text */
function lastError(text) {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.findLast((line) => /error|failed|unable|E:/i.test(line)) ?? lines.at(-1);
}
