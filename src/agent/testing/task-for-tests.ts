import { DEFAULT_TASK, type TaskRequest } from "#agent/task-request.ts";
import type { AgentEventData, AgentEventType } from "#domain/agent-event.ts";
import type { ScriptedTools } from "./scripted-tools.ts";

/** A task for tests of the loop. */
export const request: TaskRequest = {
  ...DEFAULT_TASK,
  task: "Print the answer.",
  files: [],
  limits: { timeoutMs: 5_000, outputLimit: 10_000, memoryMiB: 256 },
  approval: "auto",
  attemptLimit: 3,
  seed: 7,
};

/** A reply as models write it, around a program. */
export const program = (code: string): string => `Here you are:\n\n\`\`\`python\n${code}\n\`\`\`\nIt prints the answer.`;

/** Types of the run's events in order, without deltas. */
export const types = (tools: ScriptedTools): AgentEventType[] => tools.events.map((event) => event.type).filter((type) => type !== "generate-delta");

/** What the run's events of one type carry. */
export function data<T extends AgentEventType>(tools: ScriptedTools, type: T): AgentEventData[T][] {
  return tools.events.filter((event) => event.type === type).map((event) => event.data as AgentEventData[T]);
}

/** A program that runs, shows nothing, and gives nothing to print. */
export const SILENT = "def half(n):\n    return n / 2";

export const never: AbortSignal = new AbortController().signal;
