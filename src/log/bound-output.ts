import type { AgentEvent } from "#domain/agent-event.ts";
import { cutIndex, leftOutNote } from "./cut-text.ts";
import { type EventFilter, withText } from "./event-filter.ts";

/** How much of an attempt's output is kept. */
export interface OutputBounds {
  /** Characters at the start, and the pieces (changes between stdout and stderr) that they may come in. */
  readonly head: number;
  readonly headPieces: number;
  readonly tail: number;
  readonly tailPieces: number;
}

export const OUTPUT_BOUNDS: OutputBounds = { head: 750_000, headPieces: 2_000, tail: 250_000, tailPieces: 500 };

type OutputEvent = Extract<AgentEvent, { readonly type: "execute-output" }>;

/** Keeps the start of an attempt's output as it comes and its end when it ended; says between them how much is missing. */
export function boundOutput(bounds: OutputBounds = OUTPUT_BOUNDS): EventFilter {
  let attempt = 0;
  let kept = 0;
  let keptPieces = 0;
  let lastStream: string | null = null;
  let tail: OutputEvent[] = [];
  let tailLength = 0;
  let leftOut = 0;

  const drain = (): readonly OutputEvent[] => {
    const [first] = tail;
    if (first === undefined) return [];
    const events = leftOut === 0 ? tail : [withText(first, leftOutNote(leftOut)), ...tail];
    tail = [];
    tailLength = 0;
    leftOut = 0;
    return events;
  };

  const pushTail = (event: OutputEvent) => {
    const last = tail.at(-1);
    if (last !== undefined && last.data.stream === event.data.stream && last.data.text.length + event.data.text.length <= bounds.tail) {
      tail[tail.length - 1] = withText(last, last.data.text + event.data.text);
    } else tail.push(event);
    tailLength += event.data.text.length;
    for (;;) {
      const [first] = tail;
      const excess = tailLength - bounds.tail;
      if (first === undefined || (excess <= 0 && tail.length <= bounds.tailPieces)) return;
      const size = first.data.text.length;
      if (tail.length > bounds.tailPieces || size <= excess) {
        tail.shift();
        tailLength -= size;
        leftOut += size;
        continue;
      }
      const start = cutIndex(first.data.text, excess);
      if (start === 0) return;
      tail[0] = withText(first, first.data.text.slice(start));
      tailLength -= start;
      leftOut += start;
    }
  };

  return {
    push(event) {
      if (event.type !== "execute-output") return [...drain(), event];
      const before = event.data.attempt === attempt ? [] : drain();
      if (event.data.attempt !== attempt) {
        attempt = event.data.attempt;
        kept = 0;
        keptPieces = 0;
        lastStream = null;
      }
      if (event.data.stream !== lastStream) keptPieces += 1;
      lastStream = event.data.stream;
      const room = keptPieces > bounds.headPieces || tail.length > 0 ? 0 : Math.max(0, bounds.head - kept);
      const end = event.data.text.length <= room ? event.data.text.length : cutIndex(event.data.text, room);
      kept += end;
      const head = end === 0 ? [] : [withText(event, event.data.text.slice(0, end))];
      if (end < event.data.text.length) {
        kept = bounds.head; // What follows goes to the tail, however short it is.
        pushTail(withText(event, event.data.text.slice(end)));
      }
      return [...before, ...head];
    },
    drain,
  };
}
