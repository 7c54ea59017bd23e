import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssetFailure } from "./failure.mjs";
import { findPython, runProgram } from "./pip.mjs";

/** What the converter imports. Any numpy that gguf takes will do: it only moves bits, and the output's hashes are checked. */
const REQUIREMENTS = ["gguf==0.17.1", "numpy"];

/**
 * Converts a GGUF with the project's converter, in a Python that has what it needs.
 * @param {object} request
 * @param {string} request.root of the repository
 * @param {string} request.cache
 * @param {string} request.gguf path of the model
 * @param {string} request.out folder for the files
 * @param {import("./progress.mjs").Reporter} request.reporter
 * @param {AbortSignal} [request.signal]
 * @throws {AssetFailure}
 */
export async function convertToWebllm({ root, cache, gguf, out, reporter, signal }) {
  const python = await findPython(signal);
  const libraries = await installLibraries(python, cache, reporter, signal);
  reporter.line("Converting the weights for WebLLM");
  const converter = join(root, "tools", "convert-gguf-to-webllm.py");
  const run = await runProgram(python, [converter, gguf, out], { env: { ...process.env, PYTHONPATH: libraries }, ...(signal ? { signal } : {}) });
  if (run.code !== 0) throw new AssetFailure(`the converter failed: ${run.output.trim().split("\n").at(-1) ?? ""}`);
}

/**
 * Installs the converter's libraries into a folder of their own in the cache, once per Python.
 * @param {string} python
 * @param {string} cache
 * @param {import("./progress.mjs").Reporter} reporter
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} the folder
 */
async function installLibraries(python, cache, reporter, signal) {
  const options = signal ? { signal } : {};
  const tag = await runProgram(python, ["-c", "import sys, sysconfig; print(sys.implementation.cache_tag, sysconfig.get_platform())"], options);
  const key = createHash("sha256")
    .update(`${tag.output.trim()} ${REQUIREMENTS.join(" ")}`)
    .digest("hex")
    .slice(0, 16);
  const folder = join(cache, "python", key);
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  reporter.line(`pip is installing ${REQUIREMENTS.join(" and ")} for the converter`);
  const temporary = await mkdtemp(`${folder}-`);
  try {
    const parameters = ["-m", "pip", "install", "--quiet", "--no-cache-dir", "--only-binary=:all:", "--disable-pip-version-check", "--root-user-action=ignore"];
    const run = await runProgram(python, [...parameters, "--target", temporary, ...REQUIREMENTS], options);
    if (run.code !== 0) throw new AssetFailure(`pip could not install ${REQUIREMENTS.join(" and ")}: ${run.output.trim().split("\n").at(-1) ?? ""}`);
    await rename(temporary, folder);
    return folder;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
