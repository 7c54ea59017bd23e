import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import { INTERRUPTED_REASON } from "#domain/interrupted-reason.ts";
import { chainEvent } from "./hash-chain.ts";
import { runRecordOf } from "./run-record-of.ts";

/**
 * The events of a run that nobody writes any more, closed by a `run-end` that says it was interrupted. Nothing stored is
 * rewritten: the closing event follows from the others alone (its time is the last one's), so every reader sees the
 * same one, and an export of the run is a whole chain.
 */
export async function closeInterrupted(events: readonly LoggedEvent[]): Promise<readonly LoggedEvent[]> {
  const first = events[0];
  const last = events.at(-1);
  const state = runRecordOf(events);
  if (first === undefined || last === undefined || state === null || last.type === "run-end") return events;
  const { record, codeHash } = state;
  const end: AgentEvent = {
    type: "run-end",
    data: {
      status: "aborted",
      exitCode: null,
      durationMs: Math.max(0, Date.parse(last.time) - Date.parse(first.time)),
      model: record.model,
      executor: record.executor,
      seed: first.type === "run-start" ? first.data.seed : null,
      tokens: record.tokens,
      decodeRate: null,
      codeHash,
      attempts: record.attempts,
      reason: INTERRUPTED_REASON,
    },
  };
  return [...events, await chainEvent(end, { run: last.run, seq: last.seq + 1, time: last.time, prev: last.hash })];
}
