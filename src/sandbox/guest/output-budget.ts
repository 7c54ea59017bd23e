import type { GuestChunk } from "../protocol/guest-message.ts";

/** What did not fit the head: the last part of the output, and how much lies between. */
export interface OutputTail {
  readonly omittedCharacters: number;
  readonly omittedLines: number;
  readonly chunks: readonly GuestChunk[];
}

const HEAD_SHARE = 0.75;

/** Lets the first three quarters of a bound through and keeps the last quarter of whatever follows. */
export class OutputBudget {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  #headUsed = 0;
  #tail: { stream: GuestChunk["stream"]; parts: string[] }[] = [];
  #tailLength = 0;
  #omittedCharacters = 0;
  #omittedLines = 0;
  /** Counts changes of the tail, so that an unchanged one is not sent again. */
  revision = 0;

  /** @param limit characters over both streams */
  constructor(limit: number) {
    this.#headLimit = Math.floor(limit * HEAD_SHARE);
    this.#tailLimit = limit - this.#headLimit;
  }

  /** @returns the part that belongs to the head and may be sent */
  add(stream: GuestChunk["stream"], text: string): string {
    const room = this.#tailLength > 0 || this.#omittedCharacters > 0 ? 0 : this.#headLimit - this.#headUsed;
    const head = text.length <= room ? text : text.slice(0, room);
    this.#headUsed += head.length;
    if (head.length < text.length) this.#keep(stream, text.slice(head.length));
    return head;
  }

  tail(): OutputTail {
    this.#trim();
    const chunks = this.#tail.map((entry) => ({ stream: entry.stream, text: entry.parts.join("") }));
    return { omittedCharacters: this.#omittedCharacters, omittedLines: this.#omittedLines, chunks };
  }

  #keep(stream: GuestChunk["stream"], text: string): void {
    this.revision += 1;
    const last = this.#tail.at(-1);
    if (last?.stream === stream) last.parts.push(text);
    else this.#tail.push({ stream, parts: [text] });
    this.#tailLength += text.length;
    // Trimming at twice the bound keeps the cost per character constant.
    if (this.#tailLength > this.#tailLimit * 2) this.#trim();
  }

  #trim(): void {
    let excess = this.#tailLength - this.#tailLimit;
    while (excess > 0) {
      const first = this.#tail[0];
      if (first === undefined) return;
      const text = first.parts.join("");
      const cut = text.slice(0, excess);
      this.#omittedCharacters += cut.length;
      this.#omittedLines += countLines(cut);
      this.#tailLength -= cut.length;
      excess -= cut.length;
      if (cut.length === text.length) this.#tail.shift();
      else first.parts = [text.slice(cut.length)];
    }
  }
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
