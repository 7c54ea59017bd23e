import type { GoneCause } from "../protocol/frame-message.ts";
import type { GuestMessage, GuestOutputFile } from "../protocol/guest-message.ts";
import type { SnapshotName } from "../protocol/snapshot.ts";
import type { WorkerMessage } from "../protocol/worker-message.ts";

export interface GuestEnd {
  readonly cause: GoneCause;
  readonly message: string;
  readonly trace: string;
  readonly exitCode: number | null;
  /** What a crashed interpreter's program had written. */
  readonly files: readonly GuestOutputFile[];
}

export interface GuestListener {
  message(message: GuestMessage): void;
  end(end: GuestEnd): void;
}

/** How an interpreter came to be. */
export type GuestOrigin = Pick<Guest, "id" | "memoryMiB" | "snapshot" | "packages">;

/** One interpreter in the frame, as the host sees it. It runs one program and is ended, or one after the other of the same session. */
export class Guest {
  readonly id: number;
  readonly memoryMiB: number;
  /** What it was restored from; null where it was started in the frame. */
  readonly snapshot: SnapshotName | null;
  /** Versions of the packages that it has from the start. */
  readonly packages: Readonly<Record<string, string>>;
  /** Settles once: null when the interpreter can run, else why it cannot. */
  readonly ready: Promise<GuestEnd | null>;
  /** Whether it can run now. */
  isReady = false;
  /** Set when the interpreter is no more. */
  end: GuestEnd | null = null;
  /** Whether a program has started in it: from then on nothing that it says is known to be ours. */
  ran = false;
  readonly #post: (message: WorkerMessage) => void;
  readonly #terminate: () => void;
  readonly #listeners = new Set<GuestListener>();
  #resolveReady: (end: GuestEnd | null) => void = () => undefined;

  constructor(origin: GuestOrigin, post: (message: WorkerMessage) => void, terminate: () => void) {
    this.id = origin.id;
    this.memoryMiB = origin.memoryMiB;
    this.snapshot = origin.snapshot;
    this.packages = origin.packages;
    this.#post = post;
    this.#terminate = terminate;
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
  }

  post(message: WorkerMessage): void {
    if (this.end === null) this.#post(message);
  }

  /** @returns its own undo */
  listen(listener: GuestListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends the interpreter. Listeners are told when the relay confirms it. */
  terminate(): void {
    if (this.end === null) this.#terminate();
  }

  receive(message: GuestMessage): void {
    if (message.type === "ready") {
      this.isReady = true;
      this.#resolveReady(null);
    }
    for (const listener of [...this.#listeners]) listener.message(message);
  }

  finish(end: GuestEnd): void {
    if (this.end !== null) return;
    this.end = end;
    this.#resolveReady(end);
    for (const listener of [...this.#listeners]) listener.end(end);
  }
}
