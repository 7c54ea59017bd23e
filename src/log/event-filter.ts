import type { AgentEvent } from "#domain/agent-event.ts";

/** A step on the way from the loop to the store: some events go in, some (none, one, more) come out. */
export interface EventFilter {
  push(event: AgentEvent): readonly AgentEvent[];
  /** What is still held back, as if nothing more will come. */
  drain(): readonly AgentEvent[];
}

/** Several filters, one behind the other. */
export interface FilterChain {
  push(event: AgentEvent): readonly AgentEvent[];
  /** Drains the filters from one on (0 is the first), each through those behind it. */
  drainFrom(index: number): readonly AgentEvent[];
}

export function chainFilters(filters: readonly EventFilter[]): FilterChain {
  const through = (events: readonly AgentEvent[], from: number): readonly AgentEvent[] =>
    filters.slice(from).reduce((open, filter) => open.flatMap((event) => filter.push(event)), events);
  return {
    push: (event) => through([event], 0),
    drainFrom: (index) => filters.slice(index).flatMap((filter, offset) => through(filter.drain(), index + offset + 1)),
  };
}

/** An event that is one piece of a longer text. */
export type DeltaEvent = Extract<AgentEvent, { readonly type: "generate-delta" | "execute-output" }>;

export function isDelta(event: AgentEvent): event is DeltaEvent {
  return event.type === "generate-delta" || event.type === "execute-output";
}

/** Whether two pieces belong to one text. */
export function sameText(one: DeltaEvent, other: DeltaEvent): boolean {
  if (one.data.attempt !== other.data.attempt) return false;
  if (one.type === "execute-output") return other.type === "execute-output" && one.data.stream === other.data.stream;
  return other.type === "generate-delta";
}

/** The same piece with another text. */
export function withText<E extends DeltaEvent>(event: E, text: string): E {
  return { ...event, data: { ...event.data, text } };
}
