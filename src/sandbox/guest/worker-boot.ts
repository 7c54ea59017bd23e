import type { FrozenInterpreter } from "./snapshot-restore.ts";

/** What the relay gives a new worker, once, through the worker's own channel. Later messages use the private port only. */
export interface WorkerBoot {
  readonly port: MessagePort;
  /** Blob URLs of Pyodide's two modules. */
  readonly loaderUrl: string;
  readonly glueUrl: string;
  /** The interpreter, compiled once in the frame, with the memory bound of this worker. */
  readonly wasm: WebAssembly.Module;
  readonly stdlib: Blob;
  /** Text of the lock file: the packages that this host has. */
  readonly lock: string;
  /** Memory of an interpreter that has started and run nothing. Null in the worker that makes it, and where `frozen` is not. */
  readonly snapshot: Uint8Array | null;
  /** An interpreter that was started when the assets were made. */
  readonly frozen: FrozenInterpreter | null;
  /** Two cells: the interrupt signal, and a cell to sleep on. Null where memory cannot be shared. */
  readonly signals: SharedArrayBuffer | null;
}
