import type { AgentEvent } from "#domain/agent-event.ts";

/** An event with the time it was told; those of the log carry their hash chain besides. */
export type TimedEvent = AgentEvent & { readonly time: string };

/**
 * Adds events to a list for reading. As the log does, it joins deltas of one reply and output of one stream,
 * so that a stream of thousands is one line.
 */
export function appendEvents(before: readonly TimedEvent[], added: readonly TimedEvent[]): readonly TimedEvent[] {
  const events = [...before];
  for (const event of added) {
    const last = events.at(-1);
    const joined = last === undefined ? null : join(last, event);
    if (joined === null) events.push(event);
    else events[events.length - 1] = joined;
  }
  return events;
}

function join(last: TimedEvent, event: TimedEvent): TimedEvent | null {
  if (last.type === "generate-delta" && event.type === "generate-delta" && last.data.attempt === event.data.attempt)
    return { ...last, data: { ...last.data, text: last.data.text + event.data.text } };
  if (last.type === "execute-output" && event.type === "execute-output" && last.data.attempt === event.data.attempt && last.data.stream === event.data.stream)
    return { ...last, data: { ...last.data, text: last.data.text + event.data.text } };
  return null;
}
