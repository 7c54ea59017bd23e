import type { AgentEvent } from "#domain/agent-event.ts";

/**
 * The event as JSON holds it, so that what is hashed, stored and exported is one and the same: what JSON leaves out
 * (undefined) is gone, what it cannot say (NaN, Infinity) is null.
 * @throws TypeError for cycles and big integers
 */
export function plainEvent(event: AgentEvent): AgentEvent {
  return JSON.parse(JSON.stringify(event)) as AgentEvent;
}
