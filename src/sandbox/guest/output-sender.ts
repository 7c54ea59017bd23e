import type { GuestChunk, GuestMessage } from "../protocol/guest-message.ts";
import { CHUNK_CHARACTERS } from "../protocol/limits.ts";
import { OutputBudget } from "./output-budget.ts";
import { TerminalText } from "./terminal-text.ts";

/** Messages that may leave at once, and how many more each millisecond allows: a flood is batched, a print is not. */
const BURST = 100;
const REFILL_PER_MS = 0.2;
const BATCH_CHARACTERS = 32 * 1024;
const TAIL_INTERVAL_MS = 500;
const DIVERTED_WRITES = 500;

type Stream = GuestChunk["stream"];

/** Bytes written by the program, on their way to the host: decoded, tidied, bounded, batched, in order. */
export class OutputSender {
  readonly #send: (message: GuestMessage) => void;
  readonly #now = performance.now.bind(performance);
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  readonly #text = { stdout: new TerminalText(), stderr: new TerminalText() };
  #budget = new OutputBudget(0);
  #batch: { stream: Stream; text: string }[] = [];
  #batchLength = 0;
  #tokens = BURST;
  #refilledAt = 0;
  #tailSentAt = 0;
  #tailRevision = 0;
  #tailSent = false;
  #diverted: ((bytes: Uint8Array) => void) | null = null;

  constructor(send: (message: GuestMessage) => void) {
    this.#send = send;
  }

  start(limit: number): void {
    this.#budget = new OutputBudget(limit);
    this.#batch = [];
    this.#batchLength = 0;
    this.#tokens = BURST;
    this.#refilledAt = this.#now();
    this.#tailRevision = 0;
    this.#tailSent = false;
  }

  /** From here on writes are no output of the program: a dying interpreter prints where it was. @returns what it has printed so far */
  divert(): () => string {
    const parts: string[] = [];
    const decoder = new TextDecoder();
    this.#diverted = (bytes) => {
      if (parts.length < DIVERTED_WRITES) parts.push(decoder.decode(bytes, { stream: true }));
    };
    return () => parts.join("");
  }

  write(stream: Stream, bytes: Uint8Array): void {
    if (this.#diverted !== null) {
      this.#diverted(bytes);
      return;
    }
    this.#push(stream, this.#text[stream].push(this.#decoders[stream].decode(bytes, { stream: true })));
    if (this.#batchLength >= BATCH_CHARACTERS || this.#takeToken()) this.flush();
  }

  /** Sends what waits. Held lines stay held. */
  flush(): void {
    if (this.#batchLength > 0) {
      this.#send({ type: "output", chunks: this.#batch.flatMap(split) });
      this.#batch = [];
      this.#batchLength = 0;
    }
    const held = this.#text.stdout.peek() !== "" || this.#text.stderr.peek() !== "";
    if ((held || this.#budget.revision !== this.#tailRevision) && this.#now() - this.#tailSentAt > TAIL_INTERVAL_MS) this.#sendTail();
  }

  /** The program has ended: incomplete characters and held lines go out too. */
  end(): void {
    for (const stream of ["stdout", "stderr"] as const) {
      const rest = this.#text[stream].push(this.#decoders[stream].decode());
      this.#push(stream, rest + this.#text[stream].flush());
    }
    this.flush();
    this.#sendTail();
  }

  #push(stream: Stream, text: string): void {
    if (text === "") return;
    const head = this.#budget.add(stream, text);
    if (head === "") return;
    const last = this.#batch.at(-1);
    if (last?.stream === stream) last.text += head;
    else this.#batch.push({ stream, text: head });
    this.#batchLength += head.length;
  }

  #takeToken(): boolean {
    const now = this.#now();
    this.#tokens = Math.min(BURST, this.#tokens + (now - this.#refilledAt) * REFILL_PER_MS);
    this.#refilledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #sendTail(): void {
    this.#tailSentAt = this.#now();
    this.#tailRevision = this.#budget.revision;
    const tail = this.#budget.tail();
    const chunks = tail.chunks.flatMap(split);
    for (const stream of ["stdout", "stderr"] as const) {
      const held = this.#text[stream].peek();
      if (held !== "") chunks.push(...split({ stream, text: held }));
    }
    // An empty tail takes back what an earlier one said.
    if (chunks.length === 0 && tail.omittedCharacters === 0 && !this.#tailSent) return;
    this.#tailSent = true;
    this.#send({ type: "tail", omittedCharacters: tail.omittedCharacters, omittedLines: tail.omittedLines, chunks });
  }
}

function split(chunk: GuestChunk): GuestChunk[] {
  if (chunk.text.length <= CHUNK_CHARACTERS) return [chunk];
  const parts: GuestChunk[] = [];
  for (let at = 0; at < chunk.text.length; at += CHUNK_CHARACTERS) {
    parts.push({ stream: chunk.stream, text: chunk.text.slice(at, at + CHUNK_CHARACTERS) });
  }
  return parts;
}
