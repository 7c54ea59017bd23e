import { SandboxFrame } from "./sandbox-frame.ts";

const PING_INTERVAL_MS = 500;
/** The frame answers within milliseconds. A silence this long is looked into. */
const DOUBT_MS = 1500;
/** How long a frame that lives may still be silent beside a new one that has answered. */
const WITNESS_MS = 500;
/** Without a witness, because no new frame opens either. */
const SILENCE_MS = 15_000;

/**
 * Finds out that a frame's process is gone. Silence alone proves nothing on a busy machine, where everything is late; a new frame of the
 * same document that opens and answers while the old one stays silent does.
 */
export class FrameWatch {
  readonly #frame: SandboxFrame;
  readonly #url: string;
  readonly #onLost: () => void;
  readonly #interval: ReturnType<typeof setInterval>;
  /** Since when a ping is without an answer. */
  #askedAt: number | null = null;
  #witness: SandboxFrame | null = null;

  constructor(frame: SandboxFrame, url: string, onLost: () => void) {
    this.#frame = frame;
    this.#url = url;
    this.#onLost = onLost;
    this.#interval = setInterval(() => this.#look(), PING_INTERVAL_MS);
  }

  /** Whatever the frame says, it lives. */
  heard(): void {
    this.#askedAt = null;
  }

  close(): void {
    clearInterval(this.#interval);
    this.#witness?.close();
  }

  #look(): void {
    if (this.#askedAt === null) {
      this.#askedAt = performance.now();
      this.#frame.send({ type: "ping", nonce: Math.floor(this.#askedAt) });
      return;
    }
    const silence = performance.now() - this.#askedAt;
    if (silence > SILENCE_MS) this.#onLost();
    else if (silence > DOUBT_MS && this.#witness === null) void this.#callWitness(this.#askedAt);
  }

  async #callWitness(asked: number): Promise<void> {
    const ignore = (): void => undefined;
    const witness = new SandboxFrame(this.#url, ignore, ignore);
    this.#witness = witness;
    const refused = await witness.open();
    await new Promise((resolve) => setTimeout(resolve, WITNESS_MS));
    witness.close();
    this.#witness = null;
    if (refused === null && this.#askedAt === asked) this.#onLost();
  }
}
