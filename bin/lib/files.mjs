import { access, constants, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "./usage-error.mjs";

/**
 * Reads a text file that the person named.
 * @param {string} path
 */
export async function readText(path) {
  return (await readNamed(path)).toString("utf8");
}

/**
 * Reads input files; each is known to the program by its base name.
 * @param {string[]} paths
 * @returns {Promise<import("../../src/automation/port.ts").WireFile[]>}
 */
export async function readWireFiles(paths) {
  const seen = new Map();
  for (const path of paths) {
    const name = basename(path);
    if (seen.has(name)) throw new UsageError(`--file ${path}: another input is already named ${name}. Rename one of them.`);
    seen.set(name, { path: name, base64: (await readNamed(path)).toString("base64") });
  }
  return [...seen.values()];
}

/**
 * Checks, before any work is done, that files can be written into a folder, which need not exist yet.
 * @param {string} option the option that names it, for the message
 * @param {string} folder
 * @throws {UsageError} when it is a file, lies in one, or may not be written to
 */
export async function checkFolder(option, folder) {
  for (let path = resolve(folder); ; path = dirname(path)) {
    try {
      if (!(await stat(path)).isDirectory())
        throw new UsageError(
          path === resolve(folder) ? `${option} ${folder} is a file; name a folder` : `${option} ${folder}: ${path} is a file, not a folder`,
        );
      await access(path, constants.W_OK);
      return;
    } catch (thrown) {
      if (thrown instanceof UsageError) throw thrown;
      const code = /** @type {NodeJS.ErrnoException} */ (thrown).code;
      // The nearest part of the path that exists decides.
      if (code === "ENOENT" || code === "ENOTDIR") continue;
      throw new UsageError(`${option} ${folder}: ${/** @type {Error} */ (thrown).message}`);
    }
  }
}

/**
 * Writes what a run left behind; one file that fails does not keep the others from being written.
 * A name that would leave the folder is refused.
 * @throws {Error} that names each file that was not written
 * @param {string} folder
 * @param {readonly import("../../src/automation/port.ts").WireFile[]} files
 */
export async function writeWireFiles(folder, files) {
  const root = resolve(folder);
  /** @type {string[]} */
  const problems = [];
  for (const file of files) {
    const target = resolve(join(root, file.path));
    if (relative(root, target).startsWith(`..${sep}`) || relative(root, target) === "..") {
      problems.push(`the run made a file named ${file.path}, which lies outside ${folder}; it was not written`);
      continue;
    }
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, Buffer.from(file.base64, "base64"));
    } catch (thrown) {
      problems.push(`${target} was not written: ${/** @type {Error} */ (thrown).message}`);
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** @param {string} path */
async function readNamed(path) {
  try {
    return await readFile(path);
  } catch (thrown) {
    const code = /** @type {NodeJS.ErrnoException} */ (thrown).code;
    if (code === "ENOENT") throw new UsageError(`${path}: no such file`);
    if (code === "EISDIR") throw new UsageError(`${path} is a folder; name a file`);
    throw new UsageError(`${path}: ${/** @type {Error} */ (thrown).message}`);
  }
}
