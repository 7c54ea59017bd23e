import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as v from "valibot";
import { SnapshotMetadataSchema } from "../../../src/sandbox/protocol/snapshot.ts";
import type { PackageRecord } from "../../lib/assets/manifest.mjs";
import { readManifest } from "../../lib/assets/manifest.mjs";
import { buildSnapshot, removeOldSnapshots, type SnapshotSet } from "../build-snapshot.mjs";
import { closureOf, gatherIngredients } from "../ingredients.mjs";
import { packageLock } from "../package-lock.mjs";
import type { SnapshotParts } from "../restore.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FETCHED = join(ROOT, "public/fetched");
const CACHE = join(ROOT, "node_modules/.cache/skep-snapshot");

export interface TestSet {
  /** Path of the changed glue. */
  readonly glue: string;
  readonly core: SnapshotParts;
  readonly science: SnapshotParts;
  /** For loading packages: folder and text of a lock file. */
  readonly wheels: { readonly packages: string; readonly lock: string };
  /** Names of the packages in `science`. */
  readonly inScience: readonly string[];
  /** Names of fetched packages that are not in `science`. */
  readonly further: readonly string[];
}

/**
 * A set made of the sources as they are: that of `npm run assets` when it is up to date, else one that is built into a cache.
 * @returns null when numpy, pandas and matplotlib were not fetched
 */
export async function openTestSet(): Promise<TestSet | null> {
  const manifest = await readManifest(FETCHED);
  const packages: PackageRecord[] = manifest?.packages ?? [];
  const inScience = closureOf(packages, ["numpy", "pandas", "matplotlib"]);
  if (inScience === null) return null;
  const record = join(CACHE, "set.json");
  await mkdir(CACHE, { recursive: true });
  const cached: SnapshotSet | null = await readFile(record, "utf8").then(JSON.parse, () => null);
  const { key } = await gatherIngredients(packages);
  const fetched = manifest?.snapshot?.key === key ? manifest.snapshot : null;
  const folder = fetched === null ? CACHE : FETCHED;
  const set = await buildSnapshot({ packagesDir: FETCHED, packages, outDir: folder, known: fetched ?? cached });
  if (fetched === null) {
    await writeFile(record, JSON.stringify(set));
    await removeOldSnapshots(CACHE, set);
  }
  const names = inScience.map((entry) => entry.name);
  return {
    glue: join(folder, set.glue.path),
    core: await readParts(set, "core", folder),
    science: await readParts(set, "science", folder),
    wheels: { packages: join(FETCHED, "packages"), lock: await packageLock(packages) },
    inScience: names,
    further: packages.map((entry) => entry.name).filter((name) => !names.includes(name)),
  };
}

async function readParts(set: SnapshotSet, name: "core" | "science", folder: string): Promise<SnapshotParts> {
  const record = set.snapshots.find((snapshot) => snapshot.name === name);
  if (record === undefined) throw new Error(`The set has no snapshot ${name}.`);
  const [metadata, memory, files] = await Promise.all([record.metadata, record.memory, record.files].map(({ path }) => readFile(join(folder, path))));
  return { metadata: v.parse(SnapshotMetadataSchema, JSON.parse(String(metadata))), memory: new Uint8Array(memory ?? []), files: new Uint8Array(files ?? []) };
}
