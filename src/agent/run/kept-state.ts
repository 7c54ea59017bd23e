import type { RunRequest } from "#agent/task-request.ts";
import type { AgentEventData } from "#domain/agent-event.ts";
import type { Executor } from "#sandbox/port.ts";

/** What the log says of a run's state when it begins. */
export function keptState(
  { session }: Pick<RunRequest, "session">,
  { capabilities }: Pick<Executor, "capabilities">,
): Pick<AgentEventData["run-start"], "state"> {
  return session !== undefined && capabilities.state ? { state: "kept" } : {};
}
