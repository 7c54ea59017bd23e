/**
 * Python's file system as one blob and an index. It lives in JavaScript, outside the interpreter's memory, so a snapshot carries
 * it along.
 */

/**
 * A directory has offset -1. `parent` is the index of its directory's entry, -1 for the root's children. `modified`: ms since 1970.
 * @typedef {[parent: number, name: string, mode: number, offset: number, length: number, modified: number]} PackedEntry
 */

/** Made anew by every interpreter. */
const NOT_PACKED = [/^\/dev$/, /^\/proc$/, /^\/lib\/python\d+\.zip$/];

/** @param {Uint8Array[]} chunks @param {number} length */
function join(chunks, length) {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}

/**
 * @param {any} fs  Emscripten's FS
 * @param {readonly string[]} first  paths of files to lay at the blob's start, in this order
 * @returns {{entries: PackedEntry[], data: Uint8Array, first: Array<[offset: number, length: number]>}} throws on links and devices
 */
export function packFiles(fs, first = []) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  /** @param {string} path @returns {[number, number]} */
  const add = (path) => {
    const data = fs.readFile(path);
    chunks.push(data);
    length += data.length;
    return [length - data.length, data.length];
  };
  const placed = new Map(first.map((path) => [path, add(path)]));
  /** @type {PackedEntry[]} */
  const entries = [];
  /** @param {string} directory @param {number} parent */
  const walk = (directory, parent) => {
    for (const name of fs.readdir(directory || "/").sort()) {
      const path = `${directory}/${name}`;
      if (name === "." || name === ".." || NOT_PACKED.some((pattern) => pattern.test(path))) continue;
      const { mode, mtime } = fs.lstat(path);
      const modified = Number(mtime);
      if (fs.isDir(mode)) {
        entries.push([parent, name, mode, -1, 0, modified]);
        walk(path, entries.length - 1);
      } else if (fs.isFile(mode)) {
        entries.push([parent, name, mode, ...(placed.get(path) ?? add(path)), modified]);
      } else {
        throw new Error(`A snapshot cannot hold ${path}: it is neither a file nor a folder.`);
      }
    }
  };
  walk("", -1);
  return { entries, data: join(chunks, length), first: [...placed.values()] };
}
