import type { Fault } from "#domain/fault.ts";
import type { LoadProgress } from "../port.ts";
import type { MlcAddresses } from "./mlc-files.ts";

/** Page to fetch worker: one start, then perhaps a stop, which is answered with an end. */
export type FetchOrder = { readonly kind: "start"; readonly addresses: MlcAddresses; readonly files: ReadonlyMap<string, Blob> } | { readonly kind: "stop" };

export type FetchAnswer = { readonly kind: "progress"; readonly progress: LoadProgress } | { readonly kind: "end"; readonly fault: Fault | null };
