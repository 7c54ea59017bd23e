import type { TimedEvent } from "./timed-event.ts";

export interface EventBatch {
  push(event: TimedEvent): void;
  /** Hands over what waits, now. */
  flush(): void;
}

/** Gathers a stream of events and hands them over once per scheduled turn, in order. */
export function createEventBatch(schedule: (work: () => void) => void, handle: (events: readonly TimedEvent[]) => void): EventBatch {
  let waiting: TimedEvent[] = [];
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    handle(events);
  };
  return {
    push: (event) => {
      waiting.push(event);
      if (scheduled) return;
      scheduled = true;
      schedule(flush);
    },
    flush,
  };
}
