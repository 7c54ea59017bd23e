import type { KeptPackage, PackageFile } from "#domain/package-file.ts";
import type { SkepDatabase } from "./database.ts";
import type { StorageHealth } from "./port.ts";
import { readOr } from "./read-or.ts";
import { writeOutcome } from "./write-outcome.ts";

/** Files of packages from an index, as this browser keeps them. */
export function createDexiePackageFiles(database: SkepDatabase, health: StorageHealth) {
  return {
    get: (url: string): Promise<PackageFile | null> => readOr(health, null, async () => (await database.packageFiles.get(url)) ?? null),
    // A copy: a view into a larger buffer would store the whole buffer.
    put: async (file: PackageFile): Promise<boolean> => (await writeOutcome(() => database.packageFiles.put({ ...file, bytes: file.bytes.slice() }))).ok,
    /** Packages with a wheel, in the order of their names; the newest version stands for all. */
    list: (): Promise<readonly KeptPackage[]> =>
      readOr(health, [], async () => {
        const packages = new Map<string, KeptPackage & { readonly at: number }>();
        const sizes = new Map<string, number>();
        await database.packageFiles.each(({ name, kind, version, bytes, fetchedAt }) => {
          sizes.set(name, (sizes.get(name) ?? 0) + bytes.byteLength);
          const known = packages.get(name);
          if (kind === "wheel" && (known === undefined || known.at < fetchedAt)) packages.set(name, { name, version, bytes: 0, at: fetchedAt });
        });
        return [...packages.values()].map(({ name, version }) => ({ name, version, bytes: sizes.get(name) ?? 0 })).sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    removePackage: async (name: string): Promise<void> => {
      await writeOutcome(() => database.packageFiles.where("name").equals(name).delete());
    },
  };
}
