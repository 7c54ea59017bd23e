import type { AssetCatalogue, PackageEntry, SnapshotSet } from "#assets/port.ts";

interface Manifest {
  readonly packages: readonly (PackageEntry & { readonly compiled?: PackageEntry["file"] })[];
  readonly snapshot?: SnapshotSet | null;
}

/** The packages that this working copy has fetched, as an executor is given them; empty where none were. For tests only. */
export async function testCatalogue(): Promise<AssetCatalogue> {
  const base = new URL("/fetched/", location.href);
  const response = await fetch(new URL("manifest.json", base));
  const isManifest = response.ok && response.headers.get("content-type")?.includes("json") === true;
  const manifest: Manifest = isManifest ? await response.json() : { packages: [] };
  return {
    packages: Object.fromEntries(manifest.packages.map((entry) => [entry.name, { ...entry, file: entry.compiled ?? entry.file }])),
    models: [],
    snapshots: manifest.snapshot ?? null,
    problems: [],
    fetchFile: async (file) => {
      const answer = await fetch(new URL(file.path, base));
      return answer.ok ? { ok: true, blob: await answer.blob() } : { ok: false, message: `status ${answer.status}` };
    },
  };
}
