import { messageOf } from "#domain/fault.ts";
import type { CoreAssets, HostMessage } from "../protocol/frame-message.ts";
import type { SnapshotName, SnapshotParts } from "../protocol/snapshot.ts";
import type { FetchedSnapshot, SnapshotSource } from "./snapshot-source.ts";

const BYTES_PER_MIB = 1024 * 1024;
/** A program needs room beyond what the interpreter starts with. */
const ROOM_MIB = 64;
/** Longest wait of a program for the snapshot with its packages; after it they are loaded from their files. */
const LONGEST_WAIT_MS = 15_000;

type Shelved = Omit<Extract<FetchedSnapshot, { ok: true }>, "ok" | "parts">;

/**
 * The snapshots that one frame holds. The core's comes with the frame's start, so that the first program waits for little; the
 * one with packages follows when an interpreter is ready.
 */
export class SnapshotShelf {
  readonly #source: SnapshotSource;
  readonly #held = new Map<SnapshotName, Shelved>();
  #told: ((problem: string | null) => void) | null = null;
  #bringing: Promise<void> | null = null;
  /** Why interpreters start without a snapshot, or without packages in it; null when all is as it should be. */
  problem: string | null = null;

  constructor(source: SnapshotSource) {
    this.#source = source;
  }

  /**
   * The snapshot that a frame starts with.
   * @param refusal why none may be used, when that is known already
   * @returns the core with the glue that the snapshot needs; unchanged, with null, where there is none
   */
  async first(core: CoreAssets, refusal: string | null, signal: AbortSignal): Promise<{ readonly core: CoreAssets; readonly snapshot: SnapshotParts | null }> {
    this.problem = refusal ?? this.#source.obstacle("core");
    if (this.problem !== null) return { core, snapshot: null };
    try {
      const [fetched, glue] = await Promise.all([this.#source.fetch("core", signal), this.#source.fetchGlue(signal)]);
      if (!fetched.ok) throw new Error(fetched.message);
      this.#held.set("core", fetched);
      return { core: { ...core, glue }, snapshot: fetched.parts };
    } catch (thrown) {
      this.problem = messageOf(thrown);
      return { core, snapshot: null };
    }
  }

  /** What to start an interpreter for a program without packages from. @param memoryMiB bound of its memory */
  plain(memoryMiB: number): SnapshotName | null {
    return this.#fitting(memoryMiB, ["core"]);
  }

  /** What to start one from that may have packages. */
  best(memoryMiB: number): SnapshotName | null {
    return this.#fitting(memoryMiB, ["science", "core"]);
  }

  /** Versions of the packages that an interpreter from this snapshot has. */
  packagesOf(name: SnapshotName | null): Readonly<Record<string, string>> {
    return (name === null ? undefined : this.#held.get(name)?.packages) ?? {};
  }

  /** Brings the snapshot with packages into the frame, once. */
  bring(send: (message: HostMessage, transfer: Transferable[]) => void, signal: AbortSignal): Promise<void> {
    this.#bringing ??= this.#bring(send, signal);
    return this.#bringing;
  }

  /** Waits for a snapshot with packages that is on its way, but not forever. */
  async settled(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_WAIT_MS);
    });
    await Promise.race([this.#bringing, enough]);
    clearTimeout(timer);
  }

  /** The frame's answer. */
  held(problem: string | null): void {
    this.#told?.(problem);
    this.#told = null;
  }

  /** No more interpreters from this snapshot. */
  drop(name: SnapshotName, problem: string): void {
    this.#held.delete(name);
    this.problem = problem;
  }

  #fitting(memoryMiB: number, names: readonly SnapshotName[]): SnapshotName | null {
    const fits = ({ heapLength }: Shelved): boolean => heapLength + ROOM_MIB * BYTES_PER_MIB <= memoryMiB * BYTES_PER_MIB;
    return (
      names.find((name) => {
        const held = this.#held.get(name);
        return held !== undefined && fits(held);
      }) ?? null
    );
  }

  async #bring(send: (message: HostMessage, transfer: Transferable[]) => void, signal: AbortSignal): Promise<void> {
    if (!this.#held.has("core")) return;
    const fetched = await this.#source.fetch("science", signal);
    if (!fetched.ok) {
      this.problem = fetched.message;
      return;
    }
    const answered = new Promise<string | null>((resolve) => {
      this.#told = resolve;
    });
    send({ type: "hold", snapshot: fetched.parts }, [fetched.parts.memory]);
    const problem = await answered;
    if (problem === null) this.#held.set("science", fetched);
    else this.problem = problem;
  }
}
