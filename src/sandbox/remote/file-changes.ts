import type { DataFile, FileChange } from "#domain/data-file.ts";
import { sha256 } from "#domain/sha256.ts";

/**
 * What a run did to its files, from the files it was given and those that came back.
 * A file that came back with the bytes it had is no change.
 * @param deleted paths that were given and are gone; empty where the executor cannot tell
 * @returns changes in the order of their paths, and the bytes of the new and changed ones
 */
export async function fileChanges(
  given: readonly DataFile[],
  returned: readonly DataFile[],
  deleted: readonly string[],
): Promise<{ readonly changes: readonly FileChange[]; readonly files: readonly DataFile[] }> {
  const before = new Map<string, string>();
  for (const file of given) before.set(file.path, await sha256(file.bytes));
  const changes: FileChange[] = deleted.map((path) => ({ path, size: 0, sha256: "", change: "deleted" }));
  const files: DataFile[] = [];
  for (const file of returned) {
    const hash = await sha256(file.bytes);
    const old = before.get(file.path);
    if (old === hash) continue;
    changes.push({ path: file.path, size: file.bytes.byteLength, sha256: hash, change: old === undefined ? "new" : "changed" });
    files.push(file);
  }
  const byPath = (a: { readonly path: string }, b: { readonly path: string }) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  return { changes: changes.toSorted(byPath), files: files.toSorted(byPath) };
}
