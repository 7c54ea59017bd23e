import type { LimitHit, OutputChunk } from "#domain/execution-result.ts";

/** The first three quarters of the limit stream as they come; the last quarter is kept for the end. */
const HEAD_SHARE = 0.75;

/** A run's output up to a limit of characters: its beginning and its end, in the order written. */
export class BoundedOutput {
  readonly #headLimit: number;
  readonly #tailLimit: number;
  readonly #head: OutputChunk[] = [];
  #tail: OutputChunk[] = [];
  #headSize = 0;
  #headFull = false;
  #tailSize = 0;
  #written = 0;

  /** @param limit characters (UTF-16 code units) of both streams together */
  constructor(limit: number) {
    this.#headLimit = Math.floor(limit * HEAD_SHARE);
    this.#tailLimit = limit - this.#headLimit;
  }

  /**
   * Adds text of one stream.
   * @returns what of it may be shown at once, or null when all of it went into the tail
   */
  write(stream: OutputChunk["stream"], text: string): OutputChunk | null {
    this.#written += text.length;
    const shown = this.#headFull ? "" : text.slice(0, wholeCharacters(text, this.#headLimit - this.#headSize));
    this.#headFull ||= shown.length < text.length;
    append(this.#head, stream, shown);
    this.#headSize += shown.length;
    const rest = text.slice(shown.length);
    append(this.#tail, stream, rest);
    this.#tailSize += rest.length;
    // Cutting only at twice the size keeps many small writes cheap.
    if (this.#tailSize > this.#tailLimit * 2) this.#cutTail();
    return shown === "" ? null : { stream, text: shown };
  }

  /** All that is kept; where something was left out, a line says how much. */
  chunks(): readonly OutputChunk[] {
    this.#cutTail();
    const chunks = [...this.#head];
    const omitted = this.#omitted();
    if (omitted > 0) append(chunks, this.#tail[0]?.stream ?? "stdout", `\n… ${omitted} characters left out …\n`);
    for (const chunk of this.#tail) append(chunks, chunk.stream, chunk.text);
    return chunks;
  }

  /** The limit, when it cut something. */
  limit(): LimitHit | null {
    this.#cutTail();
    if (this.#omitted() === 0) return null;
    return { name: "output", kept: `the first ${this.#headSize} and the last ${this.#tailSize} of ${this.#written} characters` };
  }

  #omitted(): number {
    return this.#written - this.#headSize - this.#tailSize;
  }

  #cutTail(): void {
    let excess = this.#tailSize - this.#tailLimit;
    if (excess <= 0) return;
    const kept: OutputChunk[] = [];
    for (const chunk of this.#tail) {
      const drop = Math.min(excess, chunk.text.length);
      excess -= drop;
      // Half a surrogate pair would be no character: drop its other half too.
      const start = isLowSurrogate(chunk.text, drop) ? drop + 1 : drop;
      append(kept, chunk.stream, chunk.text.slice(start));
    }
    this.#tail = kept;
    this.#tailSize = kept.reduce((size, chunk) => size + chunk.text.length, 0);
  }
}

/** Adds text to a list of chunks, joining neighbours of the same stream. */
function append(chunks: OutputChunk[], stream: OutputChunk["stream"], text: string): void {
  if (text === "") return;
  const last = chunks.at(-1);
  if (last?.stream === stream) chunks[chunks.length - 1] = { stream, text: last.text + text };
  else chunks.push({ stream, text });
}

/** The longest length up to `limit` that splits no surrogate pair. */
function wholeCharacters(text: string, limit: number): number {
  if (limit >= text.length) return text.length;
  return isLowSurrogate(text, limit) ? limit - 1 : Math.max(limit, 0);
}

function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
