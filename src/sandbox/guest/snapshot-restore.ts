import type { PyodideAPI } from "pyodide";
import type { PyCallable } from "pyodide/ffi";
import type { SnapshotMetadata } from "../protocol/snapshot.ts";
import { HARNESS, loadHarness } from "./harness.ts";

/** A snapshot that `npm run assets` made, as the frame gives it to one worker. */
export interface FrozenInterpreter {
  /** JSON text of a SnapshotMetadata, verified by the host. */
  readonly metadata: string;
  /** One for each library in the metadata, in the same order; compiled once in the frame. */
  readonly modules: readonly WebAssembly.Module[];
  /** Lays the memory's image into the memory that it imports; compiled once in the frame. Nobody can change it. */
  readonly memory: WebAssembly.Module;
  readonly files: Blob;
}

/** What the changed glue takes beyond Pyodide's own options (scripts/snapshot/glue-linker.mjs tells more). */
export interface RestoreOptions {
  readonly _loadSnapshot: Uint8Array;
  readonly linkedSnapshot: {
    readonly linker: SnapshotMetadata["linker"];
    readonly modules: readonly WebAssembly.Module[];
    readonly memory: WebAssembly.Module;
    readonly heapLength: number;
    readonly pages: readonly number[];
    readonly loadedPackages: Readonly<Record<string, string>>;
    readonly files: { readonly entries: SnapshotMetadata["entries"]; readonly read: (offset: number, length: number) => Uint8Array };
  };
}

export interface Restore {
  /** Distribution names of the packages that are imported in it. */
  readonly packages: ReadonlySet<string>;
  readonly options: RestoreOptions;
  /** To be called with the restored interpreter before anything else is. */
  finish(python: PyodideAPI): void;
}

/**
 * Prepares the restoring of an interpreter.
 * @param environment variables of an interpreter that is started without a snapshot
 * @throws when the snapshot was made for another environment
 */
export function prepareRestore(frozen: FrozenInterpreter, environment: Readonly<Record<string, string>>): Restore {
  const { linker, heapLength, pages, loadedPackages, entries, harness, afterRestore, ...rest } = JSON.parse(frozen.metadata) as SnapshotMetadata;
  if (!sameTexts(rest.environment, environment)) throw new Error("The snapshot does not fit: it was made for other environment variables.");
  const [header] = WebAssembly.Module.customSections(frozen.memory, "header");
  if (header === undefined) throw new Error("The snapshot does not fit: its memory has no header.");
  const files = { entries, read: readerOf(frozen.files) };
  return {
    packages: new Set(Object.keys(rest.packages)),
    options: {
      _loadSnapshot: new Uint8Array(header),
      linkedSnapshot: { linker, modules: frozen.modules, memory: frozen.memory, heapLength, pages, loadedPackages, files },
    },
    finish(python) {
      forget(python);
      const adapt = python.runPython(afterRestore) as PyCallable;
      adapt(navigator.userAgent);
      adapt.destroy();
      // A set that is older than this application has older modules in memory.
      if (harness.loader !== HARNESS.loader || !sameTexts(harness.modules, HARNESS.modules)) loadHarness(python);
    },
  };
}

/** Reads with primitives that a program cannot have changed: files are read when Python first opens them. */
function readerOf(files: Blob): (offset: number, length: number) => Uint8Array {
  const reader = new FileReaderSync();
  const slice = files.slice.bind(files);
  const read = reader.readAsArrayBuffer.bind(reader);
  return (offset, length) => new Uint8Array(read(slice(offset, offset + length)));
}

/** What made the worker is no business of its program. */
function forget(python: PyodideAPI): void {
  const internals = python as unknown as {
    readonly _api: { readonly config: { _loadSnapshot?: unknown; linkedSnapshot?: unknown } };
    readonly _module: { snapshotLinker?: unknown };
  };
  internals._api.config._loadSnapshot = undefined;
  internals._api.config.linkedSnapshot = undefined;
  internals._module.snapshotLinker = undefined;
}

function sameTexts(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
