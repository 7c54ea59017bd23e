import type { CatalogueModel } from "#llm/port.ts";

/** One file that `npm run assets` fetched. */
export interface AssetFile {
  /** Relative to the manifest's folder. */
  readonly path: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** A Python distribution, as Pyodide's lock file knows it. */
export interface PackageEntry {
  /** Normalised distribution name. */
  readonly name: string;
  readonly version: string;
  readonly file: AssetFile;
  readonly imports: readonly string[];
  readonly depends: readonly string[];
  /** A library that packages link against: Pyodide installs it as `shared_library` into `dynlib`. Absent means an ordinary package. */
  readonly sharedLibrary?: boolean;
}

/** One interpreter that was started ahead of time, as a memory snapshot. The formats are those of `sandbox/protocol/snapshot.ts`. */
export interface SnapshotEntry {
  /** `science` has numpy, pandas and matplotlib imported; `core` has the standard library alone. */
  readonly name: "core" | "science";
  readonly metadata: AssetFile;
  readonly memory: AssetFile;
  readonly files: AssetFile;
}

/** Snapshots that were made together and are refused together. */
export interface SnapshotSet {
  readonly key: string;
  /** Version of the interpreter that they belong to. */
  readonly pyodide: string;
  /** The interpreter's glue, changed so that it can restore them. */
  readonly glue: AssetFile;
  readonly snapshots: readonly SnapshotEntry[];
}

/** What is on this host beside the application itself. */
export interface AssetCatalogue {
  /** By distribution name. Empty when no packages were fetched. */
  readonly packages: Readonly<Record<string, PackageEntry>>;
  readonly models: readonly CatalogueModel[];
  /** Absent or null when none were made. */
  readonly snapshots?: SnapshotSet | null;
  /** Why the catalogue is empty or partial, in words for a person; empty when all is well. */
  readonly problems: readonly string[];
  /**
   * Fetches one file and checks its SHA-256.
   * @returns the bytes, or why not (missing, changed, aborted).
   */
  fetchFile(file: AssetFile, signal: AbortSignal): Promise<{ readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly message: string }>;
}
