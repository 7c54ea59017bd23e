import { messageOf } from "#domain/fault.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { FrameMessage } from "../protocol/frame-message.ts";
import type { AssetBroker } from "./asset-broker.ts";
import { Guest } from "./guest.ts";
import { SandboxFrame } from "./sandbox-frame.ts";

/** The frame answers pings within milliseconds; a silence this long means that its process is gone. */
const PING_INTERVAL_MS = 2000;
const SILENCE_MS = 8000;

export type Taken = { readonly ok: true; readonly guest: Guest } | { readonly ok: false; readonly message: string };

/** Longest start of one interpreter, on a slow and busy machine. */
const READY_DEADLINE_MS = 90_000;

interface OpenFrame {
  readonly frame: SandboxFrame;
  readonly guests: Map<number, Guest>;
  /** Told once: null when the interpreter's memory is there, else why not. */
  readonly settleBoot: (failure: string | null) => void;
  heardAt: number;
  heartbeat: ReturnType<typeof setInterval> | null;
}

/**
 * Interpreters ahead of need. One clean spare waits; taking it starts the next, so that whatever a program does to its own
 * interpreter, another is at hand. A frame that dies is replaced, and whoever ran in it is told.
 */
export class GuestPool {
  readonly #broker: AssetBroker;
  readonly #sandboxUrl: string;
  readonly #onStarting: (message: string) => void;
  #open: Promise<OpenFrame> | null = null;
  #current: OpenFrame | null = null;
  #spare: Guest | null = null;
  #memoryMiB: number;
  #lastId = 0;
  #closed = false;

  constructor(broker: AssetBroker, sandboxUrl: string, memoryMiB: number, onStarting: (message: string) => void) {
    this.#broker = broker;
    this.#sandboxUrl = sandboxUrl;
    this.#memoryMiB = memoryMiB;
    this.#onStarting = onStarting;
  }

  /** Makes a spare ready. */
  async warm(): Promise<Taken> {
    return this.#ready(async () => this.#spareOf(await this.#frame(), this.#memoryMiB));
  }

  /** Hands over a clean interpreter that nobody else has, and starts the next spare. */
  async take(memoryMiB: number): Promise<Taken> {
    this.#memoryMiB = memoryMiB;
    const taken = await this.#ready(async () => {
      const open = await this.#frame();
      const guest = this.#spareOf(open, memoryMiB);
      this.#spare = null;
      return guest;
    });
    if (taken.ok && !this.#closed) void this.warm();
    return taken;
  }

  close(): void {
    this.#closed = true;
    if (this.#current !== null) this.#lose(this.#current, "the sandbox was closed");
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
        if (this.#spare === guest) this.#spare = null;
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    }
    return { ok: false, message };
  }

  #spareOf(open: OpenFrame, memoryMiB: number): Guest {
    const spare = this.#spare;
    if (spare !== null && spare.end === null && spare.memoryMiB === memoryMiB && open.guests.has(spare.id)) return spare;
    if (spare !== null) spare.terminate();
    this.#lastId += 1;
    const id = this.#lastId;
    const guest = new Guest(
      id,
      memoryMiB,
      (message) => open.frame.send({ type: "guest", guest: id, message }),
      () => open.frame.send({ type: "terminate", guest: id }),
    );
    open.guests.set(id, guest);
    open.frame.send({ type: "spawn", guest: id, memoryMiB });
    this.#spare = guest;
    const deadline = setTimeout(() => guest.terminate(), READY_DEADLINE_MS);
    void guest.ready.then(() => clearTimeout(deadline));
    return guest;
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
    const core = await this.#broker.fetchCore(new AbortController().signal);
    if (!core.ok) throw new Error(core.message);
    this.#onStarting("Starting Python");
    let settleBoot: (failure: string | null) => void = () => undefined;
    const booted = new Promise<string | null>((resolve) => {
      settleBoot = resolve;
    });
    const guests = new Map<number, Guest>();
    const frame = new SandboxFrame(this.#sandboxUrl, (message) => {
      open.heardAt = performance.now();
      this.#receive(open, message);
    });
    const open: OpenFrame = { frame, guests, settleBoot, heardAt: performance.now(), heartbeat: null };
    const refused = await frame.open();
    this.#current = open;
    if (refused !== null) {
      this.#lose(open, refused);
      throw new Error(refused);
    }
    frame.send({ type: "boot", core: core.value, lock: this.#broker.lockText(), memoryMiB: this.#memoryMiB }, Object.values(core.value));
    this.#watch(open);
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

  #watch(open: OpenFrame): void {
    open.heardAt = performance.now();
    open.heartbeat = setInterval(() => {
      if (performance.now() - open.heardAt > SILENCE_MS) this.#lose(open, "the sandbox's process is gone");
      else open.frame.send({ type: "ping", nonce: Math.floor(performance.now()) });
    }, PING_INTERVAL_MS);
  }

  #lose(open: OpenFrame, message: string): void {
    if (open.heartbeat !== null) clearInterval(open.heartbeat);
    open.frame.close();
    open.settleBoot(message);
    if (this.#current === open) {
      this.#current = null;
      this.#open = null;
      this.#spare = null;
    }
    for (const guest of open.guests.values()) guest.finish({ cause: "closed", message, exitCode: null });
    open.guests.clear();
  }
}
