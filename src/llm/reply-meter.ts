import type { LiveReply } from "./port.ts";

/** A screen needs no more, and each telling costs the page a redraw. */
const TELL_EVERY_MS = 300;

/** Counts the pieces of a reply as they come and tells now and then how fast they do. */
export class ReplyMeter {
  readonly #tell: (live: LiveReply) => void;
  #first = 0;
  #told = 0;
  #pieces = 0;

  constructor(tell: (live: LiveReply) => void) {
    this.#tell = tell;
  }

  tick(): void {
    const now = performance.now();
    this.#pieces += 1;
    if (this.#pieces === 1) this.#first = now;
    if (this.#pieces > 1 && now - this.#told < TELL_EVERY_MS) return;
    this.#told = now;
    const seconds = (now - this.#first) / 1000;
    this.#tell({ pieces: this.#pieces, rate: seconds > 0 ? (this.#pieces - 1) / seconds : null });
  }
}
