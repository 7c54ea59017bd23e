/**
 * The stages of making a snapshot, each in an interpreter of its own: unpacking, for one, loads every library there is, which a
 * snapshot should not hold. Runs in a worker thread (see build-snapshot.mjs), so that it can be stopped at any time.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { CORE_FOLDER, startInterpreter } from "./interpreter.mjs";
import { packMemory, zeroFreeMemory } from "./memory-image.mjs";
import { mountFiles } from "./mount-files.mjs";
import { packFiles } from "./pack-files.mjs";
import { restoreInterpreter } from "./restore.mjs";

/** The numbers of the streams that every program has. */
const LAST_STANDARD_STREAM = 2;
/** Where a wheel lies while it is compiled, in the interpreter's file system. */
const WHEEL = "/tmp/wheel.zip";

/**
 * @typedef {object} CompileRequest
 * @property {"compile"} stage
 * @property {Record<string, Uint8Array>} wheels  by package name
 */

/**
 * @typedef {object} UnpackRequest
 * @property {"unpack"} stage
 * @property {string} glue
 * @property {string} packages
 * @property {string} lock
 * @property {string[]} names
 */

/**
 * @typedef {object} FreezeRequest
 * @property {"freeze"} stage
 * @property {string} glue
 * @property {Unpacked | null} unpacked  null for the core alone
 * @property {string[]} warmUp  names of the programs in python/ to run before
 * @property {{loader: string, modules: Record<string, string>}} harness  sources of what to have in memory
 */

/**
 * @typedef {object} CheckRequest
 * @property {"check"} stage
 * @property {string} glue
 * @property {import("./restore.mjs").SnapshotParts} parts
 * @property {string} program
 */

/**
 * @typedef {object} Unpacked
 * @property {import("./pack-files.mjs").PackedEntry[]} entries
 * @property {Uint8Array} data
 */

/**
 * @typedef {object} Frozen
 * @property {Uint8Array<ArrayBuffer>} image
 * @property {number[]} pages
 * @property {number} heapLength
 * @property {import("./glue-linker.mjs").LinkerState} linker
 * @property {import("./pack-files.mjs").PackedEntry[]} entries
 * @property {Uint8Array} files
 * @property {Array<[offset: number, length: number]>} libraries  where in `files` each library of `linker` lies
 * @property {string} python  its version
 * @property {Record<string, string>} loadedPackages  as Pyodide lists them
 */

/** @param {string} name */
const readProgram = (name) => readFile(new URL(`./python/${name}.py`, import.meta.url), "utf8");

/** @param {CompileRequest} request @returns {Promise<Record<string, Uint8Array>>} the wheels with compiled modules beside their sources */
async function compile({ wheels }) {
  const pyodide = await startInterpreter({ glue: join(CORE_FOLDER, "pyodide.asm.mjs") });
  const compileWheel = pyodide.runPython(await readProgram("compile-wheel"));
  /** @type {Record<string, Uint8Array>} */
  const compiled = {};
  for (const [name, wheel] of Object.entries(wheels)) {
    pyodide.FS.writeFile(WHEEL, wheel);
    try {
      compileWheel(WHEEL);
    } catch (error) {
      throw new Error(`${name} could not be compiled: ${error instanceof Error ? error.message : String(error)}`);
    }
    compiled[name] = pyodide.FS.readFile(WHEEL);
  }
  return compiled;
}

/** @param {UnpackRequest} request @returns {Promise<Unpacked>} */
async function unpack({ glue, packages, lock, names }) {
  const pyodide = await startInterpreter({ glue, packages, lock });
  /** @type {string[]} */
  const errors = [];
  await pyodide.loadPackage(names, { messageCallback: () => {}, errorCallback: (message) => errors.push(message), checkIntegrity: true });
  if (errors.length > 0) throw new Error(errors.join(" "));
  const { entries, data } = packFiles(pyodide.FS);
  return { entries, data };
}

/** @param {FreezeRequest} request @returns {Promise<Frozen>} */
async function freeze({ glue, unpacked, warmUp, harness }) {
  /** @param {any} fs */
  const fsInit = async (fs) => {
    if (unpacked) mountFiles(fs, unpacked.entries, (offset, length) => unpacked.data.slice(offset, offset + length));
  };
  const pyodide = await startInterpreter({ glue, more: { fsInit, _makeSnapshot: true } });
  const module = /** @type {any} */ (pyodide)._module;
  for (const name of warmUp) pyodide.runPython(await readProgram(name));
  const loadHarness = pyodide.runPython(harness.loader);
  loadHarness(JSON.stringify(harness.modules));
  loadHarness.destroy();
  pyodide.runPython(await readProgram("settle"));
  const python = pyodide.runPython("import platform; platform.python_version()");
  pyodide.runPython("del platform");
  const open = module.FS.streams.filter((/** @type {any} */ stream) => stream && stream.fd > LAST_STANDARD_STREAM);
  if (open.length > 0) throw new Error(`A snapshot cannot hold open files: ${open.map((/** @type {any} */ stream) => stream.path).join(", ")}.`);
  zeroFreeMemory(module);
  const { state, unknownSlots } = module.snapshotLinker.dump();
  if (unknownSlots.length > 0) throw new Error(`A snapshot cannot hold functions of unknown origin: ${unknownSlots.slice(0, 5).join(", ")}.`);
  const memory = packMemory(pyodide.makeMemorySnapshot());
  const { entries, data, first } = packFiles(
    module.FS,
    state.libraries.map((/** @type {{path: string}} */ library) => library.path),
  );
  return { ...memory, linker: state, entries, files: data, libraries: first, python, loadedPackages: { ...pyodide.loadedPackages } };
}

/** @param {CheckRequest} request @returns {Promise<string>} what the program gives in a restored interpreter */
async function check({ glue, parts, program }) {
  const pyodide = await restoreInterpreter(glue, parts);
  return String(pyodide.runPython(await readProgram(program)));
}

/** @typedef {CompileRequest | UnpackRequest | FreezeRequest | CheckRequest} Request */
/**
 * @template {Request} T
 * @typedef {T extends CompileRequest ? Record<string, Uint8Array> : T extends UnpackRequest ? Unpacked : T extends FreezeRequest ? Frozen : string} Answer
 */

/** @param {Request} request @returns {Promise<Record<string, Uint8Array> | Unpacked | Frozen | string>} */
function run(request) {
  switch (request.stage) {
    case "compile":
      return compile(request);
    case "unpack":
      return unpack(request);
    case "freeze":
      return freeze(request);
    case "check":
      return check(request);
  }
}

parentPort?.postMessage(await run(workerData));
