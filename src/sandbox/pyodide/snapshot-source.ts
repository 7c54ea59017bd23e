import { pyodideCore } from "virtual:pyodide-core";
import * as v from "valibot";
import type { AssetCatalogue, AssetFile, SnapshotSet } from "#assets/port.ts";
import { messageOf } from "#domain/fault.ts";
import { type SnapshotMetadata, SnapshotMetadataSchema, type SnapshotName, type SnapshotParts } from "../protocol/snapshot.ts";

/** Where `navigator.deviceMemory` says less than this many GiB, a snapshot with packages would crowd out what matters more. */
const SCIENCE_DEVICE_GIB = 4;

export type FetchedSnapshot =
  | {
      readonly ok: true;
      readonly parts: SnapshotParts;
      /** Versions of the packages that are imported in it. */
      readonly packages: Readonly<Record<string, string>>;
      /** Bytes of memory that an interpreter has from the start. */
      readonly heapLength: number;
    }
  | { readonly ok: false; readonly message: string };

/** Fetches and verifies the snapshots that `npm run assets` made. Nothing of them runs on the host page: it only passes bytes on. */
export class SnapshotSource {
  readonly #catalogue: AssetCatalogue;

  constructor(catalogue: AssetCatalogue) {
    this.#catalogue = catalogue;
  }

  /** Why no snapshot of that name can be had, before anything is fetched; null when one can. */
  obstacle(name: SnapshotName): string | null {
    const set = this.#catalogue.snapshots ?? null;
    if (set === null) return "none were made (npm run assets makes them)";
    if (set.pyodide !== pyodideCore.version) return `they were made for Pyodide ${set.pyodide}, this version runs ${pyodideCore.version}`;
    if (!set.snapshots.some((entry) => entry.name === name)) return `the set has no snapshot ${name}`;
    if (name === "science" && deviceMemory() < SCIENCE_DEVICE_GIB) return "this device has little memory";
    return null;
  }

  /** All parts of a snapshot, or why it is refused: one part that is missing, changed or made for another interpreter refuses all. */
  async fetch(name: SnapshotName, signal: AbortSignal): Promise<FetchedSnapshot> {
    const obstacle = this.obstacle(name);
    const set = this.#catalogue.snapshots ?? null;
    if (obstacle !== null || set === null) return { ok: false, message: obstacle ?? "" };
    try {
      return await this.#fetchParts(set, name, signal);
    } catch (thrown) {
      return { ok: false, message: messageOf(thrown) };
    }
  }

  /** The interpreter's glue as the set needs it, in place of its own. Throws when there is none, or it was changed. */
  async fetchGlue(signal: AbortSignal): Promise<ArrayBuffer> {
    const set = this.#catalogue.snapshots ?? null;
    if (set === null) throw new Error("there is no set of snapshots");
    return (await this.#read(set.glue, signal)).arrayBuffer();
  }

  async #fetchParts(set: SnapshotSet, name: SnapshotName, signal: AbortSignal): Promise<FetchedSnapshot> {
    const entry = set.snapshots.find((snapshot) => snapshot.name === name);
    if (entry === undefined) return { ok: false, message: `the set has no snapshot ${name}` };
    const [metadata, memory, files] = await Promise.all([
      this.#read(entry.metadata, signal),
      this.#read(entry.memory, signal),
      this.#read(entry.files, signal),
    ]);
    const text = await metadata.text();
    const known = checkMetadata(JSON.parse(text), name);
    const parts = { name, metadata: text, memory: await memory.arrayBuffer(), files };
    return { ok: true, parts, packages: known.packages, heapLength: known.heapLength };
  }

  async #read(file: AssetFile, signal: AbortSignal): Promise<Blob> {
    const fetched = await this.#catalogue.fetchFile(file, signal);
    if (!fetched.ok) throw new Error(fetched.message);
    return fetched.blob;
  }
}

/** @throws when the metadata is not of this format, or belongs to another interpreter */
function checkMetadata(value: unknown, name: SnapshotName): SnapshotMetadata {
  const parsed = v.safeParse(SnapshotMetadataSchema, value, { abortEarly: true });
  if (!parsed.success) throw new Error("its description has another format than this version reads");
  const { core, pyodide } = parsed.output;
  const { glue, wasm, stdlib } = pyodideCore.files;
  if (parsed.output.name !== name) throw new Error(`it is the snapshot ${parsed.output.name}, not ${name}`);
  if (pyodide !== pyodideCore.version || core.glue !== glue.sha256 || core.wasm !== wasm.sha256 || core.stdlib !== stdlib.sha256) {
    throw new Error("it was made for another interpreter than this version runs");
  }
  return parsed.output;
}

/** GiB, as far as the browser tells; plenty where it does not. */
function deviceMemory(): number {
  return "deviceMemory" in navigator && typeof navigator.deviceMemory === "number" ? navigator.deviceMemory : Number.POSITIVE_INFINITY;
}
