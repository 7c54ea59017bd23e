import type { Display, OutputChunk } from "#domain/execution-result.ts";
import type { ExecutionProgress } from "#sandbox/port.ts";
import type { GuestMessage } from "../protocol/guest-message.ts";

type Tail = Extract<GuestMessage, { type: "tail" }>;

/**
 * What one execution has shown: output in order, displays, and the tail that a bounded output keeps. When the program is run
 * again from a clean state, what was shown before is not shown twice as long as it comes out the same.
 */
export class OutputRecord {
  readonly #onProgress: (progress: ExecutionProgress) => void;
  #chunks: { stream: OutputChunk["stream"]; text: string }[] = [];
  #displays: Display[] = [];
  #tail: Tail | null = null;
  #shown: Record<OutputChunk["stream"], string> = { stdout: "", stderr: "" };
  #shownDisplays = 0;

  constructor(onProgress: (progress: ExecutionProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** The program starts over in a clean interpreter. */
  restart(): void {
    this.#shown = { stdout: "", stderr: "" };
    for (const chunk of this.#chunks) this.#shown[chunk.stream] += chunk.text;
    this.#shownDisplays = this.#displays.length;
    this.#chunks = [];
    this.#displays = [];
    this.#tail = null;
  }

  add(chunks: readonly OutputChunk[]): void {
    for (const { stream, text } of chunks) {
      const last = this.#chunks.at(-1);
      if (last?.stream === stream) last.text += text;
      else this.#chunks.push({ stream, text });
      const fresh = this.#unseen(stream, text);
      if (fresh !== "") this.#onProgress({ type: "output", stream, text: fresh });
    }
  }

  setTail(tail: Tail): void {
    this.#tail = tail;
  }

  display(display: Display): void {
    this.#displays.push(display);
    if (this.#displays.length > this.#shownDisplays) this.#onProgress({ type: "display", display });
  }

  /** Ends the record: the gap, if there is one, is named where it is, and the tail follows. */
  close(): { readonly output: readonly OutputChunk[]; readonly displays: readonly Display[]; readonly omitted: string | null } {
    const tail = this.#tail;
    let omitted: string | null = null;
    if (tail !== null) {
      if (tail.omittedCharacters > 0) {
        const lines = tail.omittedLines === 1 ? "1 line" : `${tail.omittedLines.toLocaleString("en")} lines`;
        omitted = `${lines} (${tail.omittedCharacters.toLocaleString("en")} characters)`;
        this.add([{ stream: tail.chunks[0]?.stream ?? "stdout", text: `\n… ${omitted} omitted …\n` }]);
      }
      this.add(tail.chunks);
      this.#tail = null;
    }
    return { output: this.#chunks, displays: this.#displays, omitted };
  }

  /** The part of a text that goes beyond what an earlier attempt showed already. */
  #unseen(stream: OutputChunk["stream"], text: string): string {
    const seen = this.#shown[stream];
    if (seen === "") return text;
    let common = 0;
    while (common < text.length && common < seen.length && text[common] === seen[common]) common += 1;
    // The same so far: wait for more. Different: from here on everything is new.
    this.#shown[stream] = common === text.length ? seen.slice(common) : "";
    return text.slice(common);
  }
}
