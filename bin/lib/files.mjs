import { mkdir, readFile, writeFile } from "node:fs/promises";
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
 * Writes what a run left behind. A name that would leave the folder is refused.
 * @param {string} folder
 * @param {readonly import("../../src/automation/port.ts").WireFile[]} files
 */
export async function writeWireFiles(folder, files) {
  const root = resolve(folder);
  for (const file of files) {
    const target = resolve(join(root, file.path));
    if (relative(root, target).startsWith(`..${sep}`) || relative(root, target) === "..")
      throw new Error(`the run made a file named ${file.path}, which lies outside ${folder}; it was not written`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, Buffer.from(file.base64, "base64"));
  }
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
