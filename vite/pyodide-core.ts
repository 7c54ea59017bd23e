import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The interpreter's files in the `pyodide` package, by what they are to us. */
const FILES = {
  loader: "pyodide.mjs",
  glue: "pyodide.asm.mjs",
  wasm: "pyodide.asm.wasm",
  stdlib: "python_stdlib.zip",
} as const;

export type CoreFileName = keyof typeof FILES;

export interface CoreFile {
  /** Path under the base address; it changes with the content. */
  readonly path: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** What the application must know of the interpreter that was built with it. */
export interface PyodideCore {
  readonly version: string;
  readonly lockInfo: Readonly<Record<string, string>>;
  /** Import name to distribution name, for all of Pyodide's own distribution, fetched or not. */
  readonly knownImports: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<CoreFileName, CoreFile>>;
}

interface Lock {
  readonly info: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, { readonly name: string; readonly imports: readonly string[] }>>;
}

/** Reads the installed package: its description, and its files by path. */
export async function readPyodideCore(root: string): Promise<{ readonly core: PyodideCore; readonly contents: ReadonlyMap<string, Buffer> }> {
  const folder = join(root, "node_modules/pyodide");
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
  const lock = JSON.parse(await readFile(join(folder, "pyodide-lock.json"), "utf8")) as Lock;
  const contents = new Map<string, Buffer>();
  const files: Partial<Record<CoreFileName, CoreFile>> = {};
  for (const [name, file] of Object.entries(FILES) as [CoreFileName, string][]) {
    const content = await readFile(join(folder, file));
    const sha256 = createHash("sha256").update(content).digest("hex");
    const path = `pyodide/${sha256.slice(0, 12)}/${file}`;
    contents.set(path, content);
    files[name] = { path, size: content.length, sha256 };
  }
  return { core: { version, lockInfo: lock.info, knownImports: importsOf(lock), files: files as Record<CoreFileName, CoreFile> }, contents };
}

function importsOf(lock: Lock): Record<string, string> {
  const imports: Record<string, string> = {};
  for (const { name, imports: names } of Object.values(lock.packages)) {
    if (name.endsWith("-tests")) continue;
    for (const imported of names) if (!imported.startsWith("_") && !imported.includes(".")) imports[imported] ??= name;
  }
  return imports;
}
