import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import { sha256 } from "#domain/sha256.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What the first event of a run names as the hash before it. */
export const GENESIS_HASH = "0".repeat(64);

/** Where in its run an event stands. */
export interface ChainPlace {
  readonly run: string;
  readonly seq: number;
  /** RFC 3339 UTC with milliseconds. */
  readonly time: string;
  readonly prev: string;
}

/** The event as it is kept: with its place and the hash over all of it. */
export async function chainEvent(event: AgentEvent, { run, seq, time, prev }: ChainPlace): Promise<LoggedEvent> {
  const open = { v: "skep.event/1" as const, run, seq, time, ...event, prev };
  return { ...open, hash: await hashOf(open) };
}

/**
 * The hash that an event must carry: over its canonical JSON without the field `hash`.
 * @throws RangeError for what canonical JSON cannot hold
 */
export async function hashOf(event: object): Promise<string> {
  return sha256(canonicalJson({ ...event, hash: undefined }));
}
