import { sha256 } from "#domain/sha256.ts";
import type { SkepDatabase } from "./database.ts";
import type { FileStore, StorageHealth } from "./port.ts";
import { readOr } from "./read-or.ts";
import { writeOutcome } from "./write-outcome.ts";

/** File contents of this browser, by their digest. */
export function createDexieFiles(database: SkepDatabase, health: StorageHealth): FileStore {
  return {
    async put({ path, bytes }) {
      const digest = await sha256(bytes);
      const outcome = await writeOutcome(() =>
        database.transaction("rw", database.files, async () => {
          const here = await database.files.where("sha256").equals(digest).count();
          // A copy: a view into a larger buffer would store the whole buffer.
          if (here === 0) await database.files.add({ sha256: digest, size: bytes.length, bytes: bytes.slice() });
        }),
      );
      return outcome.ok ? { ok: true, reference: { path, size: bytes.length, sha256: digest } } : outcome;
    },
    async get(digest) {
      const row = await readOr(health, undefined, () => database.files.get(digest));
      return row?.bytes ?? null;
    },
  };
}
