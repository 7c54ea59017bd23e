import * as v from "valibot";
import { EVENT_TYPES } from "./event-schema.ts";
import { GENESIS_HASH } from "./hash-chain.ts";

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "is not 64 hexadecimal digits"));

/** The frame of an event, without what its type carries. */
const ENVELOPE = v.object({
  v: v.literal("skep.event/1", "is not skep.event/1"),
  run: v.pipe(v.string("is not a text"), v.minLength(1, "is empty")),
  seq: v.pipe(v.number("is not a number"), v.integer("is not a whole number"), v.minValue(0, "is below 0")),
  time: v.pipe(v.string("is not a text"), v.isoTimestamp("is not a time in UTC"), v.regex(/Z$/, "is not a time in UTC")),
  type: v.picklist(EVENT_TYPES, "is not a type of event that this version knows"),
  data: v.record(v.string(), v.unknown(), "is not an object"),
  prev: HASH,
  hash: HASH,
});

export type Envelope = v.InferOutput<typeof ENVELOPE>;

/** A parsed line as an event's frame, or what is wrong with it in words that follow "this line". */
export function readEnvelope(value: unknown): { readonly ok: true; readonly envelope: Envelope } | { readonly ok: false; readonly reason: string } {
  if (Array.isArray(value)) return { ok: false, reason: "is not an event" };
  const outcome = v.safeParse(ENVELOPE, value);
  if (outcome.success) return { ok: true, envelope: outcome.output };
  const [issue] = outcome.issues;
  const path = v.getDotPath(issue);
  return {
    ok: false,
    reason: path === null ? "is not an event" : `is not an event: its ${path} ${issue.received === "undefined" ? "is missing" : issue.message}`,
  };
}

/** Where a fault in a chain is, and what it is. */
export interface ChainFault {
  readonly run: string;
  readonly seq: number;
  readonly line: number;
  readonly reason: string;
}

interface RunSoFar {
  readonly lines: number[];
  prev: string;
  ended: boolean;
}

/** Follows the chains of any number of runs, event by event. */
export class ChainChecker {
  readonly #runs = new Map<string, RunSoFar>();

  /**
   * @param hash what the event's content hashes to
   * @param lineOf the line where an event of this run stands further down, or null
   * @returns the fault, or null when the event continues its run's chain
   */
  check({ run, seq, type, prev, hash: claimed }: Envelope, hash: string, line: number, lineOf: (seq: number) => number | null): ChainFault | null {
    const fault = (reason: string): ChainFault => ({ run, seq, line, reason });
    if (hash !== claimed) return fault("Its content does not fit its hash: it was changed after it was written.");
    const open = this.#runs.get(run) ?? { lines: [], prev: GENESIS_HASH, ended: false };
    const expected = open.lines.length;
    if (seq < expected) return fault(`It was here before, on line ${open.lines[seq]}: an event stands twice.`);
    if (open.ended) return fault("It stands after the end of its run.");
    if (seq > expected) {
      const later = lineOf(expected);
      return fault(
        later === null
          ? `Event ${expected} of the run is missing before it.`
          : `The events are out of order: event ${expected}, which comes before it, stands on line ${later}.`,
      );
    }
    if (prev !== open.prev)
      return fault(
        seq === 0 ? "It is a run's first event but names one before it." : "It does not follow from the event before it: one of the two was exchanged.",
      );
    open.lines.push(line);
    open.prev = claimed;
    open.ended = type === "run-end";
    this.#runs.set(run, open);
    return null;
  }

  get runs(): readonly string[] {
    return [...this.#runs.keys()];
  }

  /** The first run whose log stops without a `run-end`, or null. */
  unfinished(): ChainFault | null {
    for (const [run, { lines, ended }] of this.#runs) {
      if (ended) continue;
      const line = lines.at(-1) ?? 0;
      return {
        run,
        seq: lines.length - 1,
        line,
        reason: "The log of this run stops here without a run-end: its end was cut off, or it was exported while the run went on.",
      };
    }
    return null;
  }
}
