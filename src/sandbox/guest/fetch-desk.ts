import type { GuestMessage } from "../protocol/guest-message.ts";
import { FETCH_BOUNDS } from "../protocol/limits.ts";
import { packAnswer, unpackAnswer } from "../protocol/pack-answer.ts";
import { type CollectMessage, SIGNALS } from "../protocol/signals.ts";
import type { FetchAnswer } from "../protocol/worker-message.ts";

/** A request as the Python side writes it, as JSON. */
interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly [name: string, value: string][];
  readonly timeoutMs: number | null;
}

/** An answer as the Python side reads it: its head as JSON, and its body. */
export interface HandedAnswer {
  readonly head: string;
  readonly body: Uint8Array;
}

/** Passes requests of the program to the host and waits for the answers, blocking where memory is shared. */
export class FetchDesk {
  readonly #send: (message: GuestMessage | CollectMessage) => void;
  readonly #signals: Int32Array | null;
  readonly #pending = new Map<number, (answer: HandedAnswer) => void>();
  readonly #wait = Atomics.wait;
  readonly #load = Atomics.load;
  readonly #store = Atomics.store;
  readonly #parse = JSON.parse;
  readonly #Response = Response;
  readonly #Shared = globalThis.SharedArrayBuffer;
  #last = 0;

  constructor(send: (message: GuestMessage | CollectMessage) => void, signals: Int32Array | null) {
    this.#send = send;
    this.#signals = signals;
  }

  get canBlock(): boolean {
    return this.#signals !== null;
  }

  /** Asks, to be awaited. @param written JSON of a request @param body absent where Python says None */
  ask(written: string, body?: Uint8Array): Promise<HandedAnswer> {
    return new Promise((resolve) => {
      const request = this.#post(written, body, false);
      this.#pending.set(request, resolve);
    });
  }

  /** Asks, to be waited for with {@link waitFor}. One at a time: an answer that nobody waits for any longer is dropped. */
  begin(written: string, body?: Uint8Array): void {
    if (this.#signals === null) return;
    this.#store(this.#signals, SIGNALS.length, 0);
    this.#post(written, body, true);
  }

  /** Blocks for at most that many milliseconds. @returns the answer, or null when it is not there yet */
  waitFor(milliseconds: number): HandedAnswer | null {
    const signals = this.#signals;
    if (signals === null) return null;
    this.#wait(signals, SIGNALS.length, 0, milliseconds);
    const length = this.#load(signals, SIGNALS.length);
    if (length <= 0) return null;
    const buffer = new this.#Shared(length);
    this.#store(signals, SIGNALS.filled, 0);
    this.#send({ type: "collect", buffer });
    this.#wait(signals, SIGNALS.filled, 0);
    this.#store(signals, SIGNALS.length, 0);
    return unpackAnswer(new Uint8Array(buffer).slice());
  }

  /** An answer as the browser's own object. @param written JSON of its head */
  response(written: string, body: Uint8Array<ArrayBuffer>): Response {
    const { status, statusText, headers } = this.#parse(written) as Pick<Extract<FetchAnswer, { ok: true }>, "status" | "statusText" | "headers">;
    const bodiless = status === 204 || status === 205 || status === 304;
    return new this.#Response(bodiless ? null : body, { status, statusText, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  answer(request: number, answer: FetchAnswer): void {
    this.#pending.get(request)?.(unpackAnswer(packAnswer(answer)));
    this.#pending.delete(request);
  }

  #post(written: string, body: Uint8Array | undefined, waits: boolean): number {
    const { method, url, headers, timeoutMs } = this.#parse(written) as WrittenRequest;
    this.#last += 1;
    // Cut, not dropped: the host's answer tells what was too large.
    const bounded = headers
      .slice(0, FETCH_BOUNDS.headerCount)
      .map(([name, value]): [string, string] => [name.slice(0, 200), value.slice(0, FETCH_BOUNDS.headerCharacters)]);
    const message = { method: method.slice(0, 200), url: url.slice(0, FETCH_BOUNDS.addressCharacters), headers: bounded, timeoutMs };
    this.#send({ type: "fetch", request: this.#last, waits, ...message, body: body?.slice(0, FETCH_BOUNDS.bodyBytes) ?? null });
    return this.#last;
  }
}
