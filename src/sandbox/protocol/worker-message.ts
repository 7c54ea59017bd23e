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

/** A program to run: in an interpreter that has run nothing before, or in that of its session. */
export interface GuestProgram {
  readonly code: string;
  readonly files: readonly GuestFile[];
  readonly limits: RunLimits;
  /** Distributions to load before the imports are looked at: a retry after a missing module names them. */
  readonly preload: readonly string[];
  /** Whether asking for the network can be of use. The host decides by itself each time. */
  readonly network: boolean;
  /** Null: the interpreter is ended after the program. Else it goes on, and what the program defined stays. */
  readonly session: { readonly undoOnError: boolean } | null;
}

/** The host's answer to a `fetch`. */
export type FetchAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly body: Uint8Array;
    }
  | { readonly ok: false; readonly reason: string; readonly message: string };

/** What reaches a worker through its private port, in either hop: the host writes it and the relay passes it on. */
export type WorkerMessage =
  | { readonly type: "compile"; readonly request: number; readonly code: string }
  | { readonly type: "run"; readonly program: GuestProgram }
  /** Answer to `wants`: distributions in the order they may be loaded, with the files that are not in the frame yet. */
  | {
      readonly type: "packages";
      readonly names: readonly string[];
      readonly blobs: readonly PackageBlob[];
      /** Distributions that are to be had from a package index, through `fetch`. */
      readonly fromIndex: readonly string[];
      /** Addresses of indexes; empty leaves it to the installer. */
      readonly indexes: readonly string[];
    }
  | { readonly type: "fetched"; readonly request: number; readonly answer: FetchAnswer }
  | { readonly type: "interrupt" };
