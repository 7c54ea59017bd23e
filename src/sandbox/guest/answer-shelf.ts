import { packAnswer } from "../protocol/pack-answer.ts";
import { type CollectMessage, SIGNALS } from "../protocol/signals.ts";
import type { FetchAnswer } from "../protocol/worker-message.ts";

/** Answers for one worker that blocks, on the relay's side: written into memory that the worker brings, since it hears no message. */
export class AnswerShelf {
  readonly #signals: Int32Array;
  /** The request that the worker blocks for; an earlier one has been given up. */
  #awaited: number | null = null;
  #packed: Uint8Array | null = null;

  constructor(signals: Int32Array) {
    this.#signals = signals;
  }

  expect(request: number): void {
    this.#awaited = request;
    this.#packed = null;
  }

  /** @returns whether the answer is for the blocked worker: then it goes no other way */
  take(request: number, answer: FetchAnswer): boolean {
    if (request !== this.#awaited) return false;
    this.#awaited = null;
    this.#packed = packAnswer(answer);
    Atomics.store(this.#signals, SIGNALS.length, this.#packed.length);
    Atomics.notify(this.#signals, SIGNALS.length);
    return true;
  }

  /** Whether a message of the worker is a request to fill memory; it is answered in any case, or its worker would block for good. */
  collect(data: unknown): data is CollectMessage {
    if (typeof data !== "object" || data === null || !("type" in data) || data.type !== "collect" || !("buffer" in data)) return false;
    const { buffer } = data;
    if (!(buffer instanceof SharedArrayBuffer)) return false;
    if (this.#packed !== null) new Uint8Array(buffer).set(this.#packed.subarray(0, buffer.byteLength));
    this.#packed = null;
    Atomics.store(this.#signals, SIGNALS.filled, 1);
    Atomics.notify(this.#signals, SIGNALS.filled);
    return true;
  }
}
