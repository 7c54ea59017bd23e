import type { LoggedEvent } from "#domain/agent-event.ts";
import { ChainChecker, readEnvelope } from "./chain-checker.ts";
import { hashOf } from "./hash-chain.ts";
import type { Verdict } from "./port.ts";

/**
 * Verifies one run's events as they are stored. Lines are those of the run's own export.
 * @param lastHash what the run's record knows as its last hash, which shows a tail that was deleted; null without a record
 */
export async function verifyRun(run: string, events: readonly LoggedEvent[], lastHash: string | null): Promise<Verdict> {
  if (events.length === 0) return { ok: false, run, seq: 0, line: 1, reason: "The log holds no event of this run: it was deleted.", missing: true };
  const checker = new ChainChecker();
  const hashes = await Promise.all(events.map((event) => hashOf(event).catch(() => "")));
  for (const [index, event] of events.entries()) {
    const line = index + 1;
    const read = readEnvelope(event);
    if (!read.ok) return { ok: false, run, seq: index, line, reason: `What is stored ${read.reason}.` };
    const fault = checker.check(read.envelope, hashes[index] ?? "", line, () => null);
    if (fault !== null) return { ok: false, ...fault };
    if (event.run !== run) return { ok: false, run, seq: index, line, reason: `It belongs to another run, ${event.run}.` };
  }
  const last = events.at(-1);
  if (last !== undefined && lastHash !== null && last.hash !== lastHash) {
    return { ok: false, run, seq: events.length - 1, line: events.length, reason: "The run's record knows a later event: the end of its log is gone." };
  }
  return { ok: true, events: events.length };
}
