import type { LoggedEvent } from "#domain/agent-event.ts";
import { canonicalJson } from "./canonical-json.ts";
import { ChainChecker, type ChainFault, type Envelope, readEnvelope } from "./chain-checker.ts";
import { hashOf } from "./hash-chain.ts";

/** The verdict on exported JSON Lines. `notes` tell what a transport did to the text without touching an event. */
export type LinesVerdict =
  | { readonly ok: true; readonly events: number; readonly runs: readonly string[]; readonly notes: readonly string[] }
  | ({ readonly ok: false } & ChainFault);

export interface VerifyOptions {
  /** Whether a run without its `run-end` passes, as it may while it is still going on. */
  readonly unfinished: "refuse" | "allow";
}

interface ReadLine {
  readonly line: number;
  readonly value: object;
  readonly envelope: Envelope;
}

/** Hashes under way at a time. */
const CHUNK = 500;

/** Of content that cannot be hashed; fits nothing. */
const NO_HASH = "";

/**
 * Verifies the hash chains of exported JSON Lines and names the first event that is not as it was written. Needs no
 * browser: it runs under plain Node too.
 */
export async function verifyLines(text: string, options: VerifyOptions = { unfinished: "refuse" }): Promise<LinesVerdict> {
  const { lines, fault, notes } = readLines(text);
  const places = new Map<string, Map<number, number>>();
  for (const { envelope, line } of lines) {
    const ofRun = places.get(envelope.run) ?? new Map<number, number>();
    if (!ofRun.has(envelope.seq)) ofRun.set(envelope.seq, line);
    places.set(envelope.run, ofRun);
  }
  const checker = new ChainChecker();
  for (let start = 0; start < lines.length; start += CHUNK) {
    const chunk = lines.slice(start, start + CHUNK);
    const hashes = await Promise.all(chunk.map(({ value }) => hashOf(value).catch(() => NO_HASH)));
    for (const [index, { envelope, line }] of chunk.entries()) {
      const found = checker.check(envelope, hashes[index] ?? NO_HASH, line, (seq) => {
        const later = places.get(envelope.run)?.get(seq);
        return later !== undefined && later > line ? later : null;
      });
      if (found !== null) return { ok: false, ...found };
    }
  }
  if (fault !== null) return { ok: false, ...fault };
  const unfinished = options.unfinished === "refuse" ? checker.unfinished() : null;
  if (unfinished !== null) return { ok: false, ...unfinished };
  return { ok: true, events: lines.length, runs: checker.runs, notes };
}

/** The events of a text that was verified. */
export function eventsOfLines(text: string): readonly LoggedEvent[] {
  return readLines(text).lines.map(({ value }) => value as LoggedEvent);
}

/** The lines up to the first that cannot be read as an event, and why it cannot. */
function readLines(text: string): { readonly lines: readonly ReadLine[]; readonly fault: ChainFault | null; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const lines: ReadLine[] = [];
  const faultAt = (line: number, reason: string): ChainFault => {
    const last = lines.at(-1)?.envelope;
    return { run: last?.run ?? "", seq: last === undefined ? 0 : last.seq + 1, line, reason };
  };
  let rest = text;
  if (rest.startsWith("\uFEFF")) {
    rest = rest.slice(1);
    notes.push("The file begins with a byte order mark, which Skep does not write.");
  }
  if (rest.trim() === "") return { lines, fault: faultAt(1, "The file is empty: there is no event to verify."), notes };
  const rows = rest.split("\n");
  const closed = rows.at(-1) === "";
  if (closed) rows.pop();
  else notes.push("The last line has no line end, which Skep writes.");
  let returns = 0;
  for (const [index, row] of rows.entries()) {
    const line = index + 1;
    const source = row.endsWith("\r") ? row.slice(0, -1) : row;
    if (source.length < row.length) returns += 1;
    if (source === "") {
      notes.push(`Line ${line} is empty.`);
      continue;
    }
    const read = readLine(source);
    if (!read.ok) {
      const cut = !closed && index === rows.length - 1 && read.reason === NOT_JSON;
      return { lines, fault: faultAt(line, cut ? "The last line is cut off in the middle: the file lost its end." : read.reason), notes };
    }
    lines.push({ line, value: read.value, envelope: read.envelope });
  }
  if (returns > 0)
    notes.push(`${returns === rows.length ? "The lines end" : `${returns} lines end`} in CRLF: the file was converted on its way. No event is touched.`);
  return { lines, fault: null, notes };
}

const NOT_JSON = "This line is not JSON.";

function readLine(
  source: string,
): { readonly ok: true; readonly value: object; readonly envelope: Envelope } | { readonly ok: false; readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { ok: false, reason: NOT_JSON };
  }
  const read = readEnvelope(value);
  if (!read.ok) return { ok: false, reason: `This line ${read.reason}.` };
  if (!isCompact(value, source))
    return { ok: false, reason: "This line is not as Skep writes it (spaces, escapes, or a key that stands twice): its bytes were changed." };
  return { ok: true, value: value as object, envelope: read.envelope };
}

/** Whether a text is JSON without anything to spare. A key that stands twice is one value to one reader and another to the next. */
function isCompact(value: unknown, source: string): boolean {
  try {
    return JSON.stringify(value) === source || canonicalJson(value) === source; // They differ in the order of keys that are numbers.
  } catch {
    return false; // Nested deeper than the stack: nothing that Skep wrote.
  }
}
