/**
 * Lays packed files into an interpreter; their bytes are read when they are first used, so that some thousand files take tens of
 * milliseconds. Inserted into Pyodide's glue as text (see glue-patch.mjs): it must not use anything from outside itself.
 * @param {any} fs  Emscripten's FS
 * @param {readonly import("./pack-files.mjs").PackedEntry[]} entries
 * @param {(offset: number, length: number) => Uint8Array} read  gives a copy that the file may keep and change
 */
export function mountFiles(fs, entries, read) {
  const root = fs.lookupPath("/").node;
  const { MEMFS } = fs.filesystems;
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

  /** Gives a node its bytes, once; from then on it is like any other file. @param {any} node */
  const fill = (node) => {
    if (node.packed === undefined) return;
    const [, , , offset, length] = node.packed;
    node.packed = undefined;
    node.contents = read(offset, length);
    node.stream_ops = MEMFS.ops_table.file.stream;
    node.node_ops = MEMFS.ops_table.file.node;
  };
  /** @type {any} */
  let lazyStream = null;
  /** @type {any} */
  let lazyNode = null;
  // Derived, so that changes of the original (a quota, say) hold for these too.
  const makeLazyOperations = () => {
    lazyStream = Object.create(MEMFS.ops_table.file.stream);
    lazyStream.open = (/** @type {any} */ stream) => fill(stream.node);
    lazyNode = Object.create(MEMFS.ops_table.file.node);
    lazyNode.setattr = (/** @type {any} */ node, /** @type {any} */ attributes) => {
      if (attributes.size !== undefined) fill(node);
      MEMFS.ops_table.file.node.setattr(node, attributes);
    };
  };

  for (const entry of entries) {
    const [parent, name, mode, offset, length] = entry;
    const directory = parent < 0 ? root : nodes[parent];
    const node = (offset < 0 ? childOf(directory, name) : null) ?? MEMFS.createNode(directory, name, mode, 0);
    if (offset >= 0) {
      if (lazyStream === null) makeLazyOperations();
      node.usedBytes = length;
      node.packed = entry;
      node.stream_ops = lazyStream;
      node.node_ops = lazyNode;
    }
    nodes.push(node);
  }
  // Afterwards, because a new child changes its folder's time, and Python lists a folder again when its time has changed.
  for (const [index, entry] of entries.entries()) {
    const node = nodes[index];
    node.atime = node.mtime = node.ctime = entry[5];
  }
}
