import type { SnapshotName, SnapshotParts } from "../protocol/snapshot.ts";
import type { FrozenInterpreter } from "./snapshot-restore.ts";

/** The snapshots that the host has handed in, ready to start workers from. */
export class SnapshotStore {
  readonly #held = new Map<SnapshotName, FrozenInterpreter>();

  /** Compiles the libraries and the memory's image: once in the frame, for all workers. Throws when the parts do not fit each other. */
  async hold({ name, metadata, memory, files }: SnapshotParts): Promise<void> {
    const { libraries } = JSON.parse(metadata) as { readonly libraries: readonly (readonly [offset: number, length: number])[] };
    const compile = async ([offset, length]: readonly [number, number]) => WebAssembly.compile(await files.slice(offset, offset + length).arrayBuffer());
    const [image, ...modules] = await Promise.all([WebAssembly.compile(memory), ...libraries.map(compile)]);
    this.#held.set(name, { metadata, modules, memory: image, files });
  }

  /** What one worker starts from. Nothing in it can be changed: a program that got hold of it changes no interpreter after it. */
  take(name: SnapshotName): FrozenInterpreter | null {
    return this.#held.get(name) ?? null;
  }
}
