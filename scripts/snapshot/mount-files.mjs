/**
 * Lays packed files into an interpreter; their bytes are read when they are first used, so that some thousand files take tens of
 * milliseconds. Inserted into Pyodide's glue as text (see glue-patch.mjs): it must not use anything from outside itself.
 * @param {any} fs  Emscripten's FS
 * @param {readonly import("./pack-files.mjs").PackedEntry[]} entries
 * @param {(offset: number, length: number) => Uint8Array} read  gives a copy that the file may keep and change
 */
export function mountFiles(fs, entries, read) {
  const root = fs.lookupPath("/").node;
  /** @type {any[]} */
  const nodes = [];

  /** @param {any} directory @param {string} name */
  const childOf = (directory, name) => {
    try {
      return fs.lookupNode(directory, name);
    } catch {
      return null;
    }
  };

  /** @param {any} node @param {() => Uint8Array} readNow */
  const readLater = (node, readNow) => {
    /** @param {Uint8Array} value */
    const settle = (value) => Object.defineProperty(node, "contents", { value, writable: true, configurable: true, enumerable: true });
    const get = () => {
      const value = readNow();
      settle(value);
      return value;
    };
    Object.defineProperty(node, "contents", { get, set: settle, configurable: true, enumerable: true });
  };

  for (const [parent, name, mode, offset, length] of entries) {
    const directory = parent < 0 ? root : nodes[parent];
    const node = (offset < 0 ? childOf(directory, name) : null) ?? fs.filesystems.MEMFS.createNode(directory, name, mode, 0);
    if (offset >= 0) {
      node.usedBytes = length;
      readLater(node, () => read(offset, length));
    }
    nodes.push(node);
  }
  // Afterwards, because a new child changes its folder's time, and Python lists a folder again when its time has changed.
  for (const [index, entry] of entries.entries()) {
    const node = nodes[index];
    node.atime = node.mtime = node.ctime = entry[5];
  }
}
