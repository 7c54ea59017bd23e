import type { AgentTools } from "#agent/agent-tools.ts";
import { runCodeAgent } from "#agent/code-agent/run-code-agent.ts";
import { runTask } from "#agent/run-task.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import type { RunOutcome } from "./run-outcome.ts";

/** Which loop works on a task, and what only CodeAgent's needs to know. */
export interface LoopChoice {
  readonly loop: "skep" | "code-agent";
  readonly stepLimit: number;
  readonly codeTags: "code" | "markdown";
}

/** Works on a task in the loop that was chosen. */
export function runLoop(choice: LoopChoice, request: TaskRequest, tools: AgentTools, signal: AbortSignal): Promise<RunOutcome> {
  if (choice.loop === "skep") return runTask(request, tools, signal);
  const { stepLimit, codeTags } = choice;
  // Neither modes that compare nor the library: one program is made, in steps, and always by the model.
  const { attemptLimit: _, mode: _mode, candidateLimit: _candidates, useLibrary: _library, ...shared } = request;
  return runCodeAgent({ ...shared, stepLimit, codeTags }, tools, signal);
}
