import { messageOf } from "#domain/fault.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { FrameMessage } from "../protocol/frame-message.ts";
import type { SnapshotName } from "../protocol/snapshot.ts";
import type { AssetBroker } from "./asset-broker.ts";
import { FrameWatch } from "./frame-watch.ts";
import { Guest } from "./guest.ts";
import { SandboxFrame } from "./sandbox-frame.ts";
import { SnapshotShelf } from "./snapshot-shelf.ts";
import type { SnapshotSource } from "./snapshot-source.ts";

export type Taken = { readonly ok: true; readonly guest: Guest } | { readonly ok: false; readonly message: string };

/** A program that takes longer than this is not disturbed by the start of the interpreter that follows it. */
const REPLACE_DELAY_MS = 300;

/** Longest start of one interpreter, on a slow and busy machine. */
const READY_DEADLINE_MS = 90_000;

interface OpenFrame {
  readonly frame: SandboxFrame;
  readonly guests: Map<number, Guest>;
  readonly shelf: SnapshotShelf;
  /** Ends what is still being fetched for this frame. */
  readonly abort: AbortController;
  /** Told once: null when the interpreter's memory is there, else why not. */
  readonly settleBoot: (failure: string | null) => void;
  /** The bringing of the snapshot with packages, from its start on. */
  deepened: Promise<void> | null;
  watch: FrameWatch | null;
}

/**
 * Interpreters ahead of need. A clean spare waits, and where there is a snapshot with packages, a second one that has them; one that is
 * taken is replaced, so that whatever a program does to its own interpreter, another is at hand. A frame that dies is replaced, and
 * whoever ran in it is told.
 */
export class GuestPool {
  readonly #broker: AssetBroker;
  readonly #snapshots: SnapshotSource;
  readonly #sandboxUrl: string;
  readonly #onStarting: (message: string) => void;
  #open: Promise<OpenFrame> | null = null;
  #current: OpenFrame | null = null;
  /** One for each kind, by what it was restored from. */
  readonly #spares = new Map<SnapshotName | null, Guest>();
  #memoryMiB: number;
  #lastId = 0;
  #closed = false;
  /** Why no snapshot is used any more: one did not start. */
  #refusal: string | null = null;

  constructor(broker: AssetBroker, snapshots: SnapshotSource, sandboxUrl: string, memoryMiB: number, onStarting: (message: string) => void) {
    this.#broker = broker;
    this.#snapshots = snapshots;
    this.#sandboxUrl = sandboxUrl;
    this.#memoryMiB = memoryMiB;
    this.#onStarting = onStarting;
  }

  /** Why interpreters start more slowly than they could; null when they do not, or none has been started. */
  get problem(): string | null {
    return this.#current?.shelf.problem ?? this.#refusal;
  }

  /** Makes an interpreter ready for a program that needs no more than the standard library. */
  warm(): Promise<Taken> {
    return this.#warm(false);
  }

  /** The same, and one with packages as well where their snapshot has come already. */
  async warmAll(): Promise<Taken> {
    const warmed = await this.warm();
    if (warmed.ok && this.#current?.shelf.best(this.#memoryMiB) === "science") await this.#warm(true);
    return warmed;
  }

  /**
   * Hands over a clean interpreter that nobody else has; another follows.
   * @param packages whether the program will import what a snapshot has imported already: then one that is on its way is waited for
   */
  async take(memoryMiB: number, packages: boolean): Promise<Taken> {
    this.#memoryMiB = memoryMiB;
    const taken = await this.#ready(async () => {
      const open = await this.#frame();
      if (packages) {
        this.#deepen(open);
        await open.shelf.settled();
      }
      const guest = this.#spareOf(open, memoryMiB, packages, true);
      this.#spares.delete(guest.snapshot);
      return guest;
    });
    if (taken.ok && !this.#closed) this.#replaceLater(taken.guest);
    return taken;
  }

  close(): void {
    this.#closed = true;
    if (this.#current !== null) this.#lose(this.#current, "the sandbox was closed");
  }

  /** The next spare starts when the program has ended, or when it takes long: a short program has the machine to itself. */
  #replaceLater(guest: Guest): void {
    const replace = (): void => {
      clearTimeout(timer);
      unlisten();
      if (!this.#closed) void this.warmAll();
    };
    const timer = setTimeout(replace, REPLACE_DELAY_MS);
    const unlisten = guest.listen({ message: () => undefined, end: replace });
  }

  async #warm(packages: boolean): Promise<Taken> {
    const warmed = await this.#ready(async () => this.#spareOf(await this.#frame(), this.#memoryMiB, packages, false));
    if (warmed.ok && this.#current !== null) this.#deepen(this.#current);
    return warmed;
  }

  /** A dead spare is replaced once: the frame may have gone away since. */
  async #ready(choose: () => Promise<Guest>): Promise<Taken> {
    let message = "";
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (this.#closed) return { ok: false, message: "the sandbox was closed" };
      try {
        const guest = await choose();
        const end = await guest.ready;
        if (end === null) return { ok: true, guest };
        message = end.message;
        if (guest.snapshot !== null && end.cause !== "terminated") this.#refuse(guest.snapshot, message);
        if (this.#spares.get(guest.snapshot) === guest) this.#spares.delete(guest.snapshot);
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    }
    return { ok: false, message };
  }

  /**
   * A waiting interpreter that will do, else a new one.
   * @param any whether one with packages will do for a program that needs none, when it is the one that is ready
   */
  #spareOf(open: OpenFrame, memoryMiB: number, packages: boolean, any: boolean): Guest {
    const snapshot = packages ? open.shelf.best(memoryMiB) : open.shelf.plain(memoryMiB);
    const find = (name: SnapshotName | null): Guest | null => {
      const guest = this.#spares.get(name);
      return guest !== undefined && guest.end === null && guest.memoryMiB === memoryMiB && open.guests.has(guest.id) ? guest : null;
    };
    const spare = find(snapshot);
    const other = any ? find(open.shelf.best(memoryMiB)) : null;
    if (other?.isReady && !spare?.isReady) return other;
    if (spare !== null) return spare;
    this.#spares.get(snapshot)?.terminate();
    const next = this.#spawn(open, memoryMiB, snapshot);
    this.#spares.set(snapshot, next);
    return next;
  }

  #spawn(open: OpenFrame, memoryMiB: number, snapshot: SnapshotName | null): Guest {
    this.#lastId += 1;
    const id = this.#lastId;
    const guest = new Guest(
      { id, memoryMiB, snapshot, packages: open.shelf.packagesOf(snapshot) },
      (message) => open.frame.send({ type: "guest", guest: id, message }),
      () => open.frame.send({ type: "terminate", guest: id }),
    );
    open.guests.set(id, guest);
    open.frame.send({ type: "spawn", guest: id, memoryMiB, snapshot });
    const deadline = setTimeout(() => guest.terminate(), READY_DEADLINE_MS);
    void guest.ready.then(() => clearTimeout(deadline));
    return guest;
  }

  /** Once an interpreter is there: brings the snapshot with packages, and makes a spare from it beside the plain one. */
  #deepen(open: OpenFrame): void {
    open.deepened ??= this.#bringPackages(open);
  }

  async #bringPackages(open: OpenFrame): Promise<void> {
    await open.shelf.bring((message, transfer) => open.frame.send(message, transfer), open.abort.signal);
    if (this.#current === open && open.shelf.best(this.#memoryMiB) === "science") await this.#warm(true);
  }

  /** A snapshot that does not start here is used no more; without the core's, a new frame starts interpreters by itself. */
  #refuse(name: SnapshotName, message: string): void {
    this.#current?.shelf.drop(name, message);
    if (name !== "core") return;
    this.#refusal = message;
    if (this.#current !== null) this.#lose(this.#current, message);
  }

  /** The frame with its interpreter in memory, opened when there is none. */
  #frame(): Promise<OpenFrame> {
    if (this.#open === null) {
      const opening = this.#openFrame();
      this.#open = opening;
      opening.catch(() => {
        if (this.#open === opening) this.#open = null;
      });
    }
    return this.#open;
  }

  async #openFrame(): Promise<OpenFrame> {
    this.#onStarting("Fetching Python");
    const shelf = new SnapshotShelf(this.#snapshots);
    const abort = new AbortController();
    const fetched = await this.#broker.fetchCore(abort.signal);
    if (!fetched.ok) throw new Error(fetched.message);
    const { core, snapshot } = await shelf.first(fetched.value, this.#refusal, abort.signal);
    this.#onStarting("Starting Python");
    let settleBoot: (failure: string | null) => void = () => undefined;
    const booted = new Promise<string | null>((resolve) => {
      settleBoot = resolve;
    });
    const guests = new Map<number, Guest>();
    const frame = new SandboxFrame(
      this.#sandboxUrl,
      (message) => {
        open.watch?.heard();
        this.#receive(open, message);
      },
      () => this.#lose(open, "the sandbox's process is gone"),
    );
    const open: OpenFrame = { frame, guests, shelf, abort, settleBoot, deepened: null, watch: null };
    const refused = await frame.open();
    this.#current = open;
    if (refused !== null) {
      this.#lose(open, refused);
      throw new Error(refused);
    }
    const transfer = [...Object.values(core), ...(snapshot === null ? [] : [snapshot.memory])];
    frame.send({ type: "boot", core, lock: this.#broker.lockText(), memoryMiB: this.#memoryMiB, snapshot }, transfer);
    open.watch = new FrameWatch(frame, this.#sandboxUrl, () => this.#lose(open, "the sandbox's process is gone"));
    const failure = await booted;
    if (failure === null) return open;
    this.#lose(open, failure);
    throw new Error(failure);
  }

  #receive(open: OpenFrame, message: FrameMessage): void {
    switch (message.type) {
      case "booted":
        open.settleBoot(null);
        return;
      case "boot-failed":
        open.settleBoot(message.message);
        return;
      case "held":
        open.shelf.held(message.problem);
        return;
      case "guest":
        open.guests.get(message.guest)?.receive(message.message);
        return;
      case "gone":
        open.guests.get(message.guest)?.finish(message);
        open.guests.delete(message.guest);
        return;
      case "dropped":
        open.frame.dropped += 1;
        return;
      case "hello":
      case "pong":
        return;
      default:
        unreachable(message);
    }
  }

  #lose(open: OpenFrame, message: string): void {
    open.watch?.close();
    open.frame.close();
    open.abort.abort();
    open.shelf.held(message);
    open.settleBoot(message);
    if (this.#current === open) {
      this.#current = null;
      this.#open = null;
      this.#spares.clear();
    }
    for (const guest of open.guests.values()) guest.finish({ cause: "closed", message, trace: "", exitCode: null, files: [] });
    open.guests.clear();
  }
}
