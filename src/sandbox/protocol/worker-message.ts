import type { RunLimits } from "./limits.ts";

/** A file by path relative to the working directory. */
export interface GuestFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A package file as it travels: verified by the host, unpacked in the worker. */
export interface PackageBlob {
  /** File name, as the lock text says it. */
  readonly name: string;
  readonly blob: Blob;
}

/** A program to run once, in an interpreter that has run nothing before, or only earlier steps of the same task. */
export interface GuestProgram {
  readonly code: string;
  readonly files: readonly GuestFile[];
  readonly limits: RunLimits;
  /** Distributions to load before the imports are looked at: a retry after a missing module names them. */
  readonly preload: readonly string[];
}

/** What reaches a worker through its private port, in either hop: the host writes it and the relay passes it on. */
export type WorkerMessage =
  | { readonly type: "compile"; readonly request: number; readonly code: string }
  | { readonly type: "run"; readonly program: GuestProgram }
  /** Answer to `wants`: distributions in the order they may be loaded, with the files that are not in the frame yet. */
  | { readonly type: "packages"; readonly names: readonly string[]; readonly blobs: readonly PackageBlob[] }
  | { readonly type: "interrupt" };
