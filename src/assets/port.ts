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

/** What is on this host beside the application itself. */
export interface AssetCatalogue {
  /** By distribution name. Empty when no packages were fetched. */
  readonly packages: Readonly<Record<string, PackageEntry>>;
  readonly models: readonly CatalogueModel[];
  /** Why the catalogue is empty or partial, in words for a person; empty when all is well. */
  readonly problems: readonly string[];
  /**
   * Fetches one file and checks its SHA-256.
   * @returns the bytes, or why not (missing, changed, aborted).
   */
  fetchFile(file: AssetFile, signal: AbortSignal): Promise<{ readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly message: string }>;
}
