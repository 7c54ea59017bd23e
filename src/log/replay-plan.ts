import type { LoggedEvent } from "#domain/agent-event.ts";
import type { ReplayPlan } from "./port.ts";

/** What a run executed last (the program that counts, where several answered), with all that it was given. */
export function replayPlan(events: readonly LoggedEvent[]): ReplayPlan | null {
  const begin = events.find((event) => event.type === "run-start");
  const execution = countingExecution(events);
  if (begin === undefined || execution === null) return null;
  const { code, timeoutMs, inputs = [] } = execution.data;
  return { task: begin.data.task, code, files: [...begin.data.files, ...inputs], executor: begin.data.executor, timeoutMs };
}

/** The start of the execution whose answer counts: the chosen one, or the last. */
export function countingExecution(events: readonly LoggedEvent[]): Extract<LoggedEvent, { type: "execute-start" }> | null {
  const starts = events.filter((event) => event.type === "execute-start");
  const chosen = events.findLast((event) => event.type === "agreement-end")?.data.chosen;
  return starts.find((event) => event.data.attempt === chosen) ?? starts.at(-1) ?? null;
}
