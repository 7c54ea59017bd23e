import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";

/** The files of Pyodide's core that a snapshot belongs to. */
export const CORE_FOLDER = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

/** Restored interpreters have the environment of the one that the snapshot was made in. */
export const ENVIRONMENT = {
  HOME: "/home/pyodide",
  LANG: "en_US.UTF-8",
  MPLBACKEND: "agg",
  MPLCONFIGDIR: "/tmp/matplotlib",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONINSPECT: "",
};

/**
 * @typedef {object} InterpreterOptions
 * @property {string} glue  path of the changed glue
 * @property {string} [packages]  folder of wheels
 * @property {string} [lock]  text of a lock file for them
 * @property {Record<string, unknown>} [more]  further options of loadPyodide
 */

/**
 * A Python interpreter in this thread, with the changed glue.
 * @param {InterpreterOptions} options
 */
export async function startInterpreter({ glue, packages = CORE_FOLDER, lock, more = {} }) {
  const { default: createPyodideModule } = await import(pathToFileURL(glue).href);
  return loadPyodide({
    indexURL: CORE_FOLDER,
    packageBaseUrl: packages,
    packageCacheDir: packages,
    lockFileContents: lock ?? (await readFile(join(CORE_FOLDER, "pyodide-lock.json"), "utf8")),
    createPyodideModule,
    env: { ...ENVIRONMENT },
    // As in a browser; else it is the path of the running script, which a snapshot would keep.
    _sysExecutable: "./this.program",
    ...more,
  });
}
