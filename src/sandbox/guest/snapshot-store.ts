import type { SnapshotName, SnapshotParts } from "../protocol/snapshot.ts";
import type { FrozenInterpreter } from "./snapshot-restore.ts";

interface Held {
  readonly metadata: string;
  readonly modules: readonly WebAssembly.Module[];
  readonly memory: ArrayBuffer;
  readonly files: Blob;
}

/** The snapshots that the host has handed in, ready to start workers from. */
export class SnapshotStore {
  readonly #held = new Map<SnapshotName, Held>();

  /** Compiles the libraries: once in the frame, for all workers. Throws when the parts do not fit each other. */
  async hold({ name, metadata, memory, files }: SnapshotParts): Promise<void> {
    const { libraries } = JSON.parse(metadata) as { readonly libraries: readonly (readonly [offset: number, length: number])[] };
    const modules = await Promise.all(libraries.map(async ([offset, length]) => WebAssembly.compile(await files.slice(offset, offset + length).arrayBuffer())));
    this.#held.set(name, { metadata, modules, memory, files });
  }

  /**
   * What one worker starts from. Its memory is a copy that can be transferred: were it shared, a program that got hold of it
   * could change the interpreters that come after it.
   */
  take(name: SnapshotName): FrozenInterpreter | null {
    const held = this.#held.get(name);
    return held === undefined ? null : { ...held, memory: held.memory.slice(0) };
  }
}
