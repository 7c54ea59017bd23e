import type { DataFile, FileChange } from "#domain/data-file.ts";
import { sha256 } from "#domain/sha256.ts";
import type { GuestOutputFile } from "../protocol/guest-message.ts";

export interface CollectedFiles {
  readonly changes: readonly FileChange[];
  readonly files: readonly DataFile[];
}

/**
 * Compares what a guest says it wrote with what it was given. Hashes are made here; paths that would leave the working
 * directory are dropped, files that came back unchanged are not changes.
 */
export async function collectFiles(given: readonly DataFile[], written: readonly GuestOutputFile[], deleted: readonly string[]): Promise<CollectedFiles> {
  const before = new Map(given.map((file) => [file.path, file]));
  const changes: FileChange[] = [];
  const files: DataFile[] = [];
  for (const { path, bytes } of written) {
    if (!isInside(path)) continue;
    const digest = await sha256(bytes);
    const old = before.get(path);
    if (old !== undefined && (await sha256(old.bytes)) === digest) continue;
    changes.push({ path, size: bytes.byteLength, sha256: digest, change: old === undefined ? "new" : "changed" });
    files.push({ path, bytes });
  }
  for (const path of deleted) if (before.has(path)) changes.push({ path, size: 0, sha256: "", change: "deleted" });
  return { changes, files };
}

function isInside(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.includes("\\") && !path.includes("\0") && !path.split("/").some((part) => part === ".." || part === "");
}
