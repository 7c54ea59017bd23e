import type { Fault } from "#domain/fault.ts";

/** What the page asks of the download worker: one file into the models' folder. */
export interface DownloadRequest {
  readonly url: string;
  /** File name in the folder, see `fileNameFor`. */
  readonly name: string;
  /** Lower-case hex, or null when the publisher's sum is not known. */
  readonly sha256: string | null;
}

/** What the worker answers: progress as it goes, then one end. */
export type DownloadAnswer =
  | { readonly kind: "progress"; readonly loaded: number; readonly total: number | null }
  | { readonly kind: "checking"; readonly loaded: number; readonly total: number }
  | { readonly kind: "end"; readonly fault: Fault | null };

/** Page to worker: one start, then perhaps a stop, which is answered with an end. */
export type DownloadOrder = { readonly kind: "start"; readonly request: DownloadRequest } | { readonly kind: "stop" };
