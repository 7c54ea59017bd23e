import type { PyodideAPI } from "pyodide";

const NO_SPACE = 51;

interface MemoryNode {
  contents?: { readonly length: number } | null;
  mode: number;
}

/** The parts of Emscripten's in-memory file system that make a file larger or smaller. */
interface MemoryFileSystem {
  readonly ops_table: {
    readonly file: { readonly stream: { write(stream: { readonly node: MemoryNode }, ...rest: WriteArguments): number } };
    readonly dir: { readonly node: { unlink(parent: { readonly contents: Record<string, MemoryNode> }, name: string): void } };
  };
  resizeFileStorage(node: MemoryNode, size: number): void;
}

type WriteArguments = [buffer: Uint8Array, offset: number, length: number, position: number, canOwn?: boolean];

/**
 * Bounds the bytes of in-memory files, which lie outside the interpreter's memory: writing past it is ENOSPC in Python.
 * Files that are there already are not counted.
 * @param quota bytes
 */
export function limitFileStorage(python: PyodideAPI, quota: number): void {
  const system = python.FS as unknown as {
    readonly filesystems: { readonly MEMFS: MemoryFileSystem };
    readonly ErrnoError: new (code: number) => Error;
    isFile(mode: number): boolean;
  };
  const files = system.filesystems.MEMFS;
  let used = 0;

  const sizeOf = (node: MemoryNode): number => node.contents?.length ?? 0;
  const changing = <T>(node: MemoryNode, size: number, change: () => T): T => {
    const before = sizeOf(node);
    if (size > before && used + size - before > quota) throw new system.ErrnoError(NO_SPACE);
    const outcome = change();
    used += sizeOf(node) - before;
    return outcome;
  };

  const { stream } = files.ops_table.file;
  const write = stream.write;
  stream.write = (open, ...rest) => changing(open.node, rest[3] + rest[2], () => write(open, ...rest));
  const resize = files.resizeFileStorage.bind(files);
  files.resizeFileStorage = (node, size) => changing(node, size, () => resize(node, size));
  const directory = files.ops_table.dir.node;
  const unlink = directory.unlink;
  directory.unlink = (parent, name) => {
    const node = parent.contents[name];
    if (node !== undefined && system.isFile(node.mode)) used -= sizeOf(node);
    unlink(parent, name);
  };
}
