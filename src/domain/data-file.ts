/** A file that a person gave to a task, or that a run left behind. */
export interface DataFile {
  /** Path relative to the run's working directory, with forward slashes, such as `sales.csv` or `data/sales.csv`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a run did to one file; the bytes live beside it in the file store under `sha256`. */
export interface FileChange {
  readonly path: string;
  /** Bytes. 0 for a deleted file. */
  readonly size: number;
  /** SHA-256 of the content, lower-case hex; the empty string for a deleted file. */
  readonly sha256: string;
  readonly change: "new" | "changed" | "deleted";
}

/** A file by reference: what a log or a run record carries instead of bytes. */
export interface FileReference {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}
