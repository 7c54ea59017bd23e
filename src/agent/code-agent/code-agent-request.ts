import type { RunRequest, TaskRequest } from "#agent/task-request.ts";

/** A task for CodeAgent's loop. */
export interface CodeAgentRequest extends RunRequest, Pick<TaskRequest, "seed" | "temperature" | "maxTokens" | "constraints" | "wrong"> {
  /** Steps at most; smolagents' own default is 20. */
  readonly stepLimit: number;
  readonly codeTags: "code" | "markdown";
}
