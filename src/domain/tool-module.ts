import type { FileReference } from "./data-file.ts";

/** Folder, and Python package, of the tools that other tools import: `from skep_tools.NAME import NAME`. */
const TOOLS_PACKAGE = "skep_tools";

/** Where a tool's source lies beside a program that uses it. */
export function toolPath(name: string): string {
  return `${TOOLS_PACKAGE}/${name}.py`;
}

/** What the index of runs holds of a tool that lay beside a program: its path and which text it was. Ids of snippets have no such shape. */
export function moduleKey({ path, sha256 }: Pick<FileReference, "path" | "sha256">): string {
  return `${path} ${sha256}`;
}

/** The keys of those files that are tools for other tools. */
export function moduleKeys(files: readonly FileReference[]): readonly string[] {
  return files.filter(({ path }) => toolNameOf(path) !== null).map(moduleKey);
}

/** The name of the tool whose source lies there, or is meant by a key; null when it is none's. */
export function toolNameOf(pathOrKey: string): string | null {
  return /^skep_tools\/([^/ ]+)\.py(?: [0-9a-f]{64})?$/.exec(pathOrKey)?.[1] ?? null;
}
