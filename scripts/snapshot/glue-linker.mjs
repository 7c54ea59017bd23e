/**
 * Pyodide's glue (pyodide.asm.mjs) keeps the state of dynamic linking in JavaScript: which side modules are loaded, at which
 * places in memory and table, under which names. A memory snapshot does not hold any of it. `createSnapshotLinker` writes it
 * down while a snapshot is made and rebuilds it while one is restored.
 *
 * The function is inserted into the glue as text (see glue-patch.mjs), so it must not use anything from outside itself.
 */

/**
 * One side module, in the order of loading.
 * @typedef {object} LinkedLibrary
 * @property {string} path  its path in Python's file system
 * @property {number} memoryBase  where its data lie, in bytes
 * @property {number} memorySize  bytes
 * @property {number} tableBase  its first slot in the function table
 * @property {number} tableSize  slots
 * @property {number} scope  libraries loaded for the same importer share a scope; -1 for the global one
 * @property {string[]} needed  paths of the libraries that it asked for itself
 */

/**
 * All of the linker's state at the moment of the snapshot, as JSON.
 * @typedef {object} LinkerState
 * @property {number} mainTableLength  slots of the main module, without the trampoline that only some engines add
 * @property {import("./main-module.mjs").MainSlots} mainSlots
 * @property {number} tableStart  first slot that side modules may have
 * @property {number} tableLength
 * @property {number[]} freeSlots
 * @property {LinkedLibrary[]} libraries
 * @property {Array<[slot: number, owner: number, name: string]>} slots  functions outside a library's own range; owner: index in
 *   `libraries`, -1 for the main module, -2 for the functions that JavaScript gives
 * @property {import("./main-module.mjs").OffsetTable} offsets
 * @property {Array<[handle: number, path: string]>} handles  what dlopen gave out
 * @property {Array<[path: string, references: number, isGlobal: boolean]>} shared  loaded objects; references -1: never unloaded
 * @property {number} stackPointer
 * @property {number[]} timeZone  addresses of what C knows of the time zone, which is the machine's, not the snapshot's
 */

/**
 * @typedef {object} PackedFiles
 * @property {readonly import("./pack-files.mjs").PackedEntry[]} entries
 * @property {(offset: number, length: number) => Uint8Array} read  gives a copy that the file may keep and change
 */

/**
 * What a restore needs; passed as the option `linkedSnapshot` of loadPyodide, beside `_loadSnapshot`.
 * @typedef {object} LinkedSnapshot
 * @property {LinkerState} linker
 * @property {WebAssembly.Module[]} modules  one for each of `linker.libraries`
 * @property {PackedFiles} files
 * @property {number} heapLength  bytes of the interpreter's memory
 * @property {Record<string, string>} loadedPackages  Pyodide's list: distribution names and where they came from
 * @property {WebAssembly.Module} memory  lays the image into the memory that it imports
 * @property {number[]} pages  offset and length, in bytes, of each run of memory that the image holds; all else is zero
 */

/**
 * The parts of the glue's scope that the linker works on.
 * @typedef {object} GlueScope
 * @property {WebAssembly.Table} table
 * @property {WebAssembly.Memory} memory
 * @property {Int8Array} heap  all of it
 * @property {Record<string, any>} imports  what JavaScript and global libraries give to side modules
 * @property {Record<string, any>} offsets
 * @property {{loadedLibsByName: Record<string, any>, loadedLibsByHandle: Record<string, any>}} loaded
 * @property {number[]} freeSlots
 * @property {Function[]} tableMirror
 * @property {WeakMap<Function, number> | undefined} functionAddresses
 * @property {() => void} forgetFunctionAddresses
 * @property {() => void} skipFunctionAddresses  takes no function for one that the table has: for a while they are not looked for
 * @property {(functions: Array<[value: Function, signature: string]>) => Function[]} wrapFunctions
 * @property {() => number} heapEnd  what lies behind it has not been used
 * @property {(module: WebAssembly.Module, flags: object, path: string, scope: object | null) => any} load
 * @property {(exports: any, path: string) => void} publish
 * @property {(path: string, handle: number | undefined, exports: any) => any} newShared
 * @property {() => number} stackSave
 * @property {(pointer: number) => void} stackRestore
 * @property {(length: number) => void} growMemory
 * @property {() => void} setTrampoline
 * @property {(addresses: number[]) => void} setTimeZone
 * @property {(files: PackedFiles) => void} mountFiles
 * @property {LinkedSnapshot | undefined} snapshot
 */

/**
 * @param {GlueScope} glue
 * @param {typeof import("./main-module.mjs").createMainModule} createMain
 */
export function createSnapshotLinker(glue, createMain) {
  /** Engines differ by a slot or two in the main module's table; side modules start here in all of them. */
  const TABLE_START = 14336;
  const MAIN = -1;
  const JAVASCRIPT = -2;

  /** @type {LinkedLibrary[]} */
  let libraries = [];
  /** @type {any[]} */
  let exportsOf = [];
  /** @type {Map<object, number>} */
  const scopes = new Map();
  let mainTableLength = 0;
  /** @type {number[]} */
  let timeZone = [];

  /** @param {string} why @returns {never} */
  const refuse = (why) => {
    throw new Error(`The snapshot does not fit: ${why}.`);
  };

  const main = createMain(glue, refuse);

  /** @param {object | null | undefined} scope */
  const scopeNumber = (scope) => {
    if (!scope) return -1;
    if (!scopes.has(scope)) scopes.set(scope, scopes.size);
    return scopes.get(scope) ?? -1;
  };

  /** Every exported function, by where a restore will find it again. */
  const functionOwners = () => {
    /** @type {Map<Function, [number, string]>} */
    const owners = new Map();
    for (const [owner, exported] of [/** @type {[number, any]} */ ([MAIN, main.exported]), ...exportsOf.entries()]) {
      for (const [name, value] of Object.entries(exported ?? {})) {
        if (typeof value === "function" && !owners.has(value)) owners.set(value, [owner, name]);
      }
    }
    return owners;
  };

  /** Functions given by JavaScript, by their slot: the table holds a wrapper, so identity does not find them. */
  const javaScriptSlots = () => {
    /** @type {Map<number, string>} */
    const names = new Map();
    for (const [name, value] of Object.entries(glue.imports)) {
      const slot = typeof value === "function" ? glue.functionAddresses?.get(value) : undefined;
      if (slot && !names.has(slot)) names.set(slot, name);
    }
    return names;
  };

  const linker = {
    /** @param {Record<string, any>} exported @returns {boolean} whether its functions have their places in the table now */
    startMain: (exported) => main.start(exported),

    /** @param {string} name */
    recallOffset: (name) => main.recallOffset(name),

    /** @param {number[]} addresses */
    rememberTimeZone(addresses) {
      timeZone = addresses;
    },

    /** After the main module has filled its part of the table, before anything else may. @param {number} trampolinePointer */
    fixTableStart(trampolinePointer) {
      const table = glue.table;
      mainTableLength = table.length - (trampolinePointer ? 1 : 0);
      if (table.length < TABLE_START) table.grow(TABLE_START - table.length);
    },

    /**
     * @param {Omit<LinkedLibrary, "scope">} library
     * @param {object | null | undefined} scope
     * @returns {number} the library's index
     */
    remember(library, scope) {
      libraries.push({ ...library, scope: scopeNumber(scope) });
      return libraries.length - 1;
    },

    /** @param {number} index @param {any} exported */
    rememberExports(index, exported) {
      exportsOf[index] = exported;
    },

    /** On replay: the same symbols that loading the needed libraries gave. @param {LinkedLibrary} replayed @param {object | null} scope */
    linkNeeded(replayed, scope) {
      for (const path of replayed.needed) {
        const shared = glue.loaded.loadedLibsByName[path];
        if (!shared) refuse(`${replayed.path} needs ${path}, which is not loaded`);
        if (!shared.global && scope) Object.assign(scope, shared.exports);
      }
    },

    /**
     * @returns {{state: LinkerState, unknownSlots: string[]}} `unknownSlots` must be empty for a usable snapshot
     */
    dump() {
      const table = glue.table;
      const owners = functionOwners();
      const named = javaScriptSlots();
      const inLibrary = new Uint8Array(table.length);
      for (const { tableBase, tableSize } of libraries) inLibrary.fill(1, tableBase, tableBase + tableSize);
      /** @type {LinkerState["slots"]} */
      const slots = [];
      const unknownSlots = libraries.filter((_, index) => !exportsOf[index]).map(({ path }) => `${path} was loaded only in part`);
      /** @param {number} slot */
      const exportedAt = (slot) => {
        const owner = owners.get(table.get(slot));
        return owner?.[0] === MAIN ? owner[1] : undefined;
      };
      for (let slot = TABLE_START; slot < table.length; slot += 1) {
        const value = table.get(slot);
        if (value === null || inLibrary[slot]) continue;
        const owner = owners.get(value);
        const name = named.get(slot);
        if (owner) slots.push([slot, ...owner]);
        else if (name) slots.push([slot, JAVASCRIPT, name]);
        else unknownSlots.push(`slot ${slot} (${value.name})`);
      }
      return {
        unknownSlots,
        state: {
          mainTableLength,
          mainSlots: main.dump(mainTableLength, exportedAt, (slot) => named.get(slot), unknownSlots),
          tableStart: TABLE_START,
          tableLength: table.length,
          freeSlots: [...glue.freeSlots],
          libraries,
          slots,
          offsets: main.dumpOffsets(),
          handles: Object.entries(glue.loaded.loadedLibsByHandle).map(([handle, shared]) => [Number(handle), shared.name]),
          shared: Object.values(glue.loaded.loadedLibsByName).map(({ name, refcount, global }) => [
            name,
            refcount === Infinity ? -1 : refcount,
            Boolean(global),
          ]),
          stackPointer: glue.stackSave(),
          timeZone,
        },
      };
    },

    /**
     * Overwrites the interpreter's memory with a snapshot's.
     * @param {Uint8Array} image  all of the memory; with the option `linkedSnapshot`, nothing: it brings its own
     */
    restore(image) {
      const snapshot = glue.snapshot;
      if (!snapshot) {
        glue.heap.set(image);
        return;
      }
      if (glue.heap.length < snapshot.heapLength) glue.growMemory(snapshot.heapLength);
      if (glue.heap.length < snapshot.heapLength) refuse(`it needs ${snapshot.heapLength} bytes of memory`);
      replay(snapshot.linker, snapshot.modules);
      glue.mountFiles(snapshot.files);
      writePages(snapshot);
      glue.setTrampoline();
      if (snapshot.linker.timeZone.length > 0) glue.setTimeZone(snapshot.linker.timeZone);
    },
  };

  /** @param {LinkerState} state @param {WebAssembly.Module[]} modules */
  function replay(state, modules) {
    const table = glue.table;
    if (table.length !== state.tableStart) refuse(`the table has ${table.length} slots, not ${state.tableStart}`);
    if (mainTableLength !== state.mainTableLength) refuse(`the main module has ${mainTableLength} slots, not ${state.mainTableLength}`);
    table.grow(state.tableLength - table.length);
    const sharedByPath = new Map(state.shared.map((entry) => [entry[0], entry]));
    /** @type {Record<number, object>} */
    const scopeByNumber = {};
    libraries = [];
    exportsOf = [];
    for (const [index, library] of state.libraries.entries()) {
      const module = modules[index];
      const [, references, isGlobal] = sharedByPath.get(library.path) ?? refuse(`${library.path} is listed nowhere`);
      if (!module) return refuse(`${library.path} is missing`);
      scopeByNumber[library.scope] ??= {};
      const scope = library.scope < 0 ? null : (scopeByNumber[library.scope] ?? null);
      if (scope && !scopes.has(scope)) scopes.set(scope, library.scope);
      const flags = { global: isGlobal, nodelete: true, allowUndefined: true, replayedLibrary: library };
      const exported = glue.load(module, flags, library.path, scope);
      const shared = glue.newShared(library.path, undefined, exported);
      shared.global = isGlobal;
      shared.refcount = references < 0 ? Infinity : references;
      if (isGlobal) glue.publish(exported, library.path);
      else if (scope) Object.assign(scope, exported);
    }
    /** @type {Array<[slot: number, name: string]>} */
    const given = [];
    for (const [slot, owner, name] of state.slots) {
      if (owner === JAVASCRIPT) {
        given.push([slot, name]);
      } else {
        table.set(slot, (owner === MAIN ? main.exported : exportsOf[owner])[name]);
      }
    }
    for (const [index, value] of main.wrapGiven(given.map(([, name]) => name)).entries()) table.set(given[index]?.[0] ?? 0, value);
    for (const [handle, path] of state.handles) {
      if (path !== "__main__") glue.loaded.loadedLibsByHandle[handle] = glue.loaded.loadedLibsByName[path];
    }
    glue.stackRestore(state.stackPointer);
    glue.freeSlots.splice(0, glue.freeSlots.length, ...state.freeSlots);
    glue.tableMirror.length = 0;
    glue.forgetFunctionAddresses();
  }

  /** @param {LinkedSnapshot} snapshot */
  function writePages({ linker: state, pages, memory }) {
    const heap = glue.heap;
    // Beyond this, memory is fresh, hence zero already; to write zeros there would cost as much as to write the image.
    const dirtyEnd = state.libraries.reduce((end, { memoryBase, memorySize }) => Math.max(end, memoryBase + memorySize), glue.heapEnd());
    let written = 0;
    for (let index = 0; index < pages.length && written < dirtyEnd; index += 2) {
      const offset = pages[index] ?? 0;
      heap.fill(0, written, Math.max(written, Math.min(offset, dirtyEnd)));
      written = offset + (pages[index + 1] ?? 0);
    }
    if (written < dirtyEnd) heap.fill(0, written, dirtyEnd);
    new WebAssembly.Instance(memory, { image: { memory: glue.memory } });
  }

  return linker;
}
