import { startInterpreter } from "./interpreter.mjs";

/**
 * A snapshot's parts, read and verified.
 * @typedef {object} SnapshotParts
 * @property {import("../../src/sandbox/protocol/snapshot.ts").SnapshotMetadata} metadata
 * @property {Uint8Array<ArrayBuffer>} memory
 * @property {Uint8Array} files
 */

/**
 * Restores a snapshot in this thread: the same steps as in the browser's guest, for the builder's own check and the tests.
 * @param {string} glue  path of the changed glue
 * @param {SnapshotParts} parts
 * @param {{packages?: string, lock?: string}} [more]  for loading further packages afterwards
 */
export async function restoreInterpreter(glue, { metadata, memory, files }, more = {}) {
  const { linker, libraries, entries, heapLength, pages, loadedPackages, afterRestore } = metadata;
  const image = new WebAssembly.Module(memory);
  const [header] = WebAssembly.Module.customSections(image, "header");
  const modules = libraries.map(([offset, length]) => new WebAssembly.Module(files.slice(offset, offset + length)));
  /** @type {import("./glue-linker.mjs").LinkedSnapshot} */
  const linkedSnapshot = {
    linker,
    modules,
    memory: image,
    heapLength,
    pages,
    loadedPackages,
    files: { entries, read: (offset, length) => files.slice(offset, offset + length) },
  };
  const pyodide = await startInterpreter({ glue, ...more, more: { _loadSnapshot: new Uint8Array(header ?? new ArrayBuffer(0)), linkedSnapshot } });
  pyodide.runPython(afterRestore)(`Node.js ${process.version}`);
  return pyodide;
}
