import type { CoreAssets } from "../protocol/frame-message.ts";
import { parseGuestMessage } from "../protocol/guest-message.ts";
import type { SnapshotName } from "../protocol/snapshot.ts";
import { capMemory } from "./cap-memory.ts";
import { SnapshotStore } from "./snapshot-store.ts";
import type { WorkerBoot } from "./worker-boot.ts";

const PAGES_PER_MIB = 16;

/** The interpreter's bytes in the frame: compiled once per memory bound, started once, then cloned from memory. */
export class InterpreterAssets {
  readonly workerUrl: string;
  readonly #loaderUrl: string;
  readonly #glueUrl: string;
  readonly #stdlib: Blob;
  readonly #wasm: Uint8Array<ArrayBuffer>;
  readonly #lock: string;
  readonly #modules = new Map<number, Promise<WebAssembly.Module>>();
  readonly frozen = new SnapshotStore();
  #snapshot: Uint8Array | null = null;

  constructor(core: CoreAssets, lock: string, workerUrl: string) {
    this.workerUrl = workerUrl;
    this.#loaderUrl = scriptUrl(core.loader);
    this.#glueUrl = scriptUrl(core.glue);
    this.#stdlib = new Blob([core.stdlib]);
    this.#wasm = new Uint8Array(core.wasm);
    this.#lock = lock;
  }

  /** What a new worker starts from: the named snapshot, else the one that was made here. */
  async bootFor(memoryMiB: number, snapshot: SnapshotName | null): Promise<Omit<WorkerBoot, "port" | "signals">> {
    return {
      loaderUrl: this.#loaderUrl,
      glueUrl: this.#glueUrl,
      wasm: await this.#module(memoryMiB),
      stdlib: this.#stdlib,
      lock: this.#lock,
      snapshot: this.#snapshot,
      frozen: snapshot === null ? null : this.frozen.take(snapshot),
    };
  }

  /**
   * Starts one interpreter the slow way, keeps its memory and ends it before any program could run in it.
   * @returns bytes of the snapshot
   */
  async makeSnapshot(memoryMiB: number): Promise<number> {
    const boot = await this.bootFor(memoryMiB, null);
    const channel = new MessageChannel();
    const worker = new Worker(this.workerUrl, { name: "snapshot" });
    try {
      this.#snapshot = await new Promise<Uint8Array>((resolve, reject) => {
        channel.port1.onmessage = (event: MessageEvent<unknown>) => {
          const message = parseGuestMessage(event.data);
          if (message?.type === "snapshot") resolve(message.bytes);
          if (message?.type === "failed") reject(new Error(message.message));
        };
        worker.onerror = (event) => reject(new Error(event.message || "the worker failed to start"));
        worker.postMessage({ ...boot, signals: null, port: channel.port2 } satisfies WorkerBoot, [channel.port2]);
      });
    } finally {
      worker.terminate();
      channel.port1.close();
    }
    return this.#snapshot.byteLength;
  }

  #module(memoryMiB: number): Promise<WebAssembly.Module> {
    const known = this.#modules.get(memoryMiB);
    if (known !== undefined) return known;
    const bytes = this.#wasm.slice();
    // A bound that does not fit the binary (under its start size, over its maximum) leaves the binary's own.
    capMemory(bytes, memoryMiB * PAGES_PER_MIB);
    const compiled = WebAssembly.compile(bytes);
    this.#modules.set(memoryMiB, compiled);
    return compiled;
  }
}

function scriptUrl(source: ArrayBuffer): string {
  return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
