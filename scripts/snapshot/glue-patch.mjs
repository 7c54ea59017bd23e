/**
 * Changes Pyodide's glue so that a snapshot can hold dynamically linked libraries. Each target must occur exactly once: another
 * Pyodide release refuses here, by name, and the app goes on without snapshots.
 */
import { createSnapshotLinker } from "./glue-linker.mjs";
import { createMainModule } from "./main-module.mjs";
import { mountFiles } from "./mount-files.mjs";
import { wrapFunctions } from "./wrap-functions.mjs";

/**
 * @typedef {object} GlueChange
 * @property {string} what  for the message when it does not fit
 * @property {string} find
 * @property {string} replacement
 */

const MEMORY_BASE = "var memoryBase=metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0;";
const TABLE_BASE = "var tableBase=metadata.tableSize?wasmTable.length:0;";
const TABLE_GROWTH = "if(metadata.tableSize){wasmTable.grow(metadata.tableSize)}";
const LOADED_PACKAGES = "API.package_loader.init_loaded_packages()";
const UPDATE_OFFSETS = "updateGOT(moduleExports);if(!flags.allowUndefined){reportUndefinedSymbols()}";
const NEEDED = "needed=findLibraryFS(needed,flags.rpath)??needed;";

/** The glue's own variables, under the names that the linker uses: getters, because many are assigned later. */
const GLUE_SCOPE = `{
get table(){return wasmTable},get memory(){return wasmMemory},get heap(){return HEAP8},get imports(){return wasmImports},get offsets(){return GOT},get loaded(){return LDSO},
get freeSlots(){return freeTableIndexes},get tableMirror(){return wasmTableMirror},get functionAddresses(){return functionsInTableMap},
get snapshot(){return API.config.linkedSnapshot},forgetFunctionAddresses(){functionsInTableMap=undefined},
skipFunctionAddresses(){functionsInTableMap=new WeakMap},wrapFunctions(functions){return(${wrapFunctions.toString()})(functions)},
load(...library){return loadWebAssemblyModule(...library)},publish(exports,path){mergeLibSymbols(exports,path)},newShared(...shared){return newDSO(...shared)},
heapEnd(){return HEAPU32[_emscripten_get_sbrk_ptr()>>>2]},stackSave(){return stackSave()},stackRestore(pointer){stackRestore(pointer)},growMemory(length){growMemory(length)},setTrampoline(){setEmscriptenTrampoline()},
setTimeZone(addresses){__tzset_js(...addresses)},
mountFiles(files){(${mountFiles.toString()})(FS,files.entries,files.read)}}`;

/** @type {GlueChange[]} */
const CHANGES = [
  {
    what: "the linker's place",
    find: "var dlopenInternal=(handle,jsflags)=>{",
    replacement: `var snapshotLinker=Module["snapshotLinker"]=(${createSnapshotLinker.toString()})(${GLUE_SCOPE},${createMainModule.toString()});var dlopenInternal=(handle,jsflags)=>{`,
  },
  {
    // Parsed at once: as a declaration it is looked through first, and parsed when it is called.
    what: "the glue's function",
    find: "async function _createPyodideModule(moduleArg={}){",
    replacement: "const _createPyodideModule=(async function(moduleArg={}){",
  },
  { what: "the end of the glue's function", find: "return moduleRtn}export default", replacement: "return moduleRtn});export default" },
  {
    what: "the main module's exports",
    find: "updateGOT(origExports);LDSO.init();",
    replacement: "if(!snapshotLinker.startMain(origExports))updateGOT(origExports);LDSO.init();",
  },
  {
    what: "a new entry of the offset table",
    find: "if(!rtn){rtn=GOT[symName]=new WebAssembly.Global(",
    replacement: "if(!rtn){rtn=snapshotLinker.recallOffset(symName)??(GOT[symName]=new WebAssembly.Global(",
  },
  {
    what: "the end of a new entry of the offset table",
    find: '{value:"i32",mutable:true},-1)}if(!weakImports',
    replacement: '{value:"i32",mutable:true},-1))}if(!weakImports',
  },
  {
    what: "what the offset table has already",
    find: "var existingEntry=GOT[symName]&&",
    replacement: "snapshotLinker.recallOffset(symName);var existingEntry=GOT[symName]&&",
  },
  {
    what: "where a library's memory and table lie",
    find: MEMORY_BASE + TABLE_BASE,
    replacement: `var replayed=flags.replayedLibrary;${MEMORY_BASE.replace("=metadata", "=replayed?replayed.memoryBase:metadata")}${TABLE_BASE.replace("=metadata", "=replayed?replayed.tableBase:metadata")}var libraryIndex=snapshotLinker.remember({path:libName,memoryBase,memorySize:metadata.memorySize,tableBase,tableSize:metadata.tableSize,needed:replayed?replayed.needed:neededPaths},localScope);`,
  },
  { what: "the growth of the table", find: TABLE_GROWTH, replacement: TABLE_GROWTH.replace("if(", "if(!replayed&&") },
  {
    what: "a library's exports",
    find: `updateTableMap(tableBase,metadata.tableSize);moduleExports=relocateExports(instance.exports,memoryBase);${UPDATE_OFFSETS}function addEmAsm`,
    replacement: `snapshotLinker.rememberExports(libraryIndex,instance.exports);if(!replayed)updateTableMap(tableBase,metadata.tableSize);moduleExports=relocateExports(instance.exports,memoryBase);if(!replayed){${UPDATE_OFFSETS}}function addEmAsm`,
  },
  {
    what: "a library's relocations and constructors",
    find: 'var applyRelocs=moduleExports["__wasm_apply_data_relocs"];',
    replacement: 'if(replayed)return moduleExports;var applyRelocs=moduleExports["__wasm_apply_data_relocs"];',
  },
  {
    what: "the list of needed libraries",
    find: "var metadata=getDylinkMetadata(binary);function loadModule()",
    replacement: "var metadata=getDylinkMetadata(binary);var neededPaths=[];function loadModule()",
  },
  {
    what: "loading of needed libraries",
    find: `for(var needed of metadata.neededDynlibs){${NEEDED}loadDynamicLibrary(needed,flags,localScope)}return loadModule()`,
    replacement: `if(flags.replayedLibrary)snapshotLinker.linkNeeded(flags.replayedLibrary,localScope);else for(var needed of metadata.neededDynlibs){${NEEDED}neededPaths.push(PATH.normalize(needed));loadDynamicLibrary(needed,flags,localScope)}return loadModule()`,
  },
  {
    what: "loading of needed libraries, asynchronously",
    find: `${NEEDED}return loadDynamicLibrary(needed,flags,localScope)`,
    replacement: `${NEEDED}neededPaths.push(PATH.normalize(needed));return loadDynamicLibrary(needed,flags,localScope)`,
  },
  {
    what: "the start of the trampoline's setting",
    find: "addOnPreRun(function setEmscriptenTrampoline(){",
    replacement: "addOnPreRun(setEmscriptenTrampoline);function setEmscriptenTrampoline(){",
  },
  {
    what: "the trampoline's pointer",
    find: "const ptr=getPyEMTrampolinePtr();",
    replacement: "const ptr=setEmscriptenTrampoline.pointer??=getPyEMTrampolinePtr();",
  },
  { what: "the end of the trampoline's setting", find: "HEAP32[(__PyRuntime+offset)/4>>>0]=ptr});", replacement: "HEAP32[(__PyRuntime+offset)/4>>>0]=ptr};" },
  {
    what: "the moment before main()",
    find: 'var noInitialRun=Module["noInitialRun"]||false;',
    replacement: 'snapshotLinker.fixTableStart(setEmscriptenTrampoline.pointer);var noInitialRun=Module["noInitialRun"]||false;',
  },
  {
    what: "the list of loaded packages",
    find: "[null,API.config.jsglobals,API.public_api,API,me,API,{}]",
    replacement: "[null,API.config.jsglobals,API.public_api,API,me,API,API.packageManager.loadedPackages]",
  },
  {
    what: "the finding of loaded packages",
    find: LOADED_PACKAGES,
    replacement: `(API.config.linkedSnapshot?Object.assign(API.packageManager.loadedPackages,API.config.linkedSnapshot.loadedPackages):${LOADED_PACKAGES})`,
  },
  {
    what: "the time zone",
    find: "var __tzset_js=function(timezone,daylight,std_name,dst_name){",
    replacement: "var __tzset_js=function(timezone,daylight,std_name,dst_name){snapshotLinker.rememberTimeZone([timezone,daylight,std_name,dst_name]);",
  },
  {
    // Python keeps the answer in memory. A snapshot says yes, and each switch asks JavaScript again whether it may.
    what: "the question for stack switching",
    find: ":()=>jspiSupported}",
    replacement: ":()=>jspiSupported||Boolean(API.config._makeSnapshot)}",
  },
  { what: "the restoring of memory", find: "return Module.HEAP8.set(t),l};", replacement: "return snapshotLinker.restore(t),l};" },
];

/**
 * @param {string} glue  the text of pyodide.asm.mjs
 * @returns {{ok: true, glue: string} | {ok: false, message: string}}
 */
export function patchGlue(glue) {
  let patched = glue;
  for (const { what, find, replacement } of CHANGES) {
    const count = glue.split(find).length - 1;
    if (count !== 1) return { ok: false, message: `This Pyodide cannot hold a snapshot: ${what} was found ${count} times, not once.` };
    patched = patched.replace(find, () => replacement);
  }
  return { ok: true, glue: patched };
}
