import type { AgentTools } from "#agent/agent-tools.ts";
import { runLoop } from "#agent/run/run-loop.ts";
import { runCode } from "#agent/run-code.ts";
import { DEFAULT_TASK } from "#agent/task-request.ts";
import { runLimits } from "#domain/run-limits.ts";
import type { Settings } from "#domain/settings.ts";
import type { Executor } from "#sandbox/port.ts";
import type { AgentActions } from "#state/agent-actions.ts";
import { CONVERSATION } from "#state/executor-store.ts";
import type { Network } from "./create-network.ts";

/** What the agent works with whoever asks: the stores behind a run. */
export type AgentStores = Pick<AgentTools, "library" | "log" | "fileStore"> & Required<Pick<AgentTools, "callTool">>;

/** The agent as the screens call it. */
export function createAgentActions(stores: AgentStores, network: Network): AgentActions {
  return {
    runTask: ({ task, files, model, wrong, useLibrary, executor, settings }, callbacks, signal) =>
      runLoop(
        settings,
        {
          ...DEFAULT_TASK,
          ...runPart(settings, executor),
          task,
          files,
          wrong,
          useLibrary,
          attemptLimit: settings.attemptLimit,
          mode: settings.mode,
          candidateLimit: settings.candidateLimit,
        },
        { ...stores, ...callbacks, network: network.openRun(callbacks.askNetwork), model, executor },
        signal,
      ),
    runCode: ({ code, task, files, executor, settings, tool }, callbacks, signal) =>
      runCode(
        { ...runPart(settings, executor), code, task, files, ...(tool === undefined ? {} : { tool }) },
        { ...stores, ...callbacks, network: network.openRun(callbacks.askNetwork), model: null, executor },
        signal,
      ),
  };
}

/** Limits, approval and session of one run, from the settings: what leaves this machine has an approval of its own. */
export function runPart(settings: Settings, { capabilities }: Pick<Executor, "capabilities">) {
  return {
    limits: runLimits(settings),
    approval: capabilities.remote ? settings.remoteApproval : settings.approval,
    ...(settings.keepState && capabilities.state ? { session: CONVERSATION } : {}),
  };
}
