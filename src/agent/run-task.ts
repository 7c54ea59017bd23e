import { messageOf } from "#domain/fault.ts";
import { summariseFile } from "#prompt/file-summary.ts";
import { modelClassOf } from "#prompt/model-class.ts";
import type { AgentTools } from "./agent-tools.ts";
import type { AttemptPlan } from "./attempt-plan.ts";
import { endRun } from "./end-run.ts";
import { loopFault } from "./loop-fault.ts";
import { type AttemptContext, attemptByModel, attemptWithCode } from "./make-attempt.ts";
import { matchSnippet } from "./match-snippet.ts";
import { firstPlan, planRepair } from "./repair-policy.ts";
import { type AttemptRecord, isAccepted, newAttempt, type RunOutcome } from "./run-outcome.ts";
import { createRunRecorder, type RunRecorder } from "./run-recorder.ts";
import type { TaskRequest } from "./task-request.ts";
import { untilStopped } from "./until-stopped.ts";

/**
 * From a task to a logged answer: match, generate, check, run, log, repair.
 *
 * Every step is an event in the run's log before the next one begins. Each attempt is kept. Expected failures are statuses in the outcome:
 * nothing is thrown, and a log that could not be written is told in `log`.
 * @param signal Stop: ends the run within a second, in generation as in execution
 */
export async function runTask(request: TaskRequest, tools: AgentTools, signal: AbortSignal): Promise<RunOutcome> {
  const recorder = createRunRecorder(tools, identityOf(tools));
  const attempts: AttemptRecord[] = [];
  const end = (fault: AttemptRecord["fault"]) => endRun(attempts, fault, tools.executor.name, request.seed, recorder);
  try {
    await startRun(request, tools, recorder);
    const context: AttemptContext = { request, tools, recorder, summaries: request.files.map(summariseFile), signal };

    const tool = await untilStopped(matchSnippet(request.task, request.useLibrary, tools, recorder), signal);
    if (signal.aborted) return await end(loopFault.stopped());
    if (tool !== null) {
      attempts.push((await untilStopped(attemptWithTool(tool, context), signal)) ?? leftBehind(1, firstPlan(request)));
      if (isOver(attempts)) return await end(null);
    }

    let plan = firstPlan(request);
    for (let written = 1; ; written += 1) {
      const number = attempts.length + 1;
      const attempt = (await untilStopped(attemptByModel(number, plan, attempts, context), signal)) ?? leftBehind(number, plan);
      attempts.push(attempt);
      if (isOver(attempts)) return await end(attempt.fault);
      if (written >= request.attemptLimit) return await end(null);
      plan = await planNext(attempts, context);
      if (signal.aborted) return await end(loopFault.stopped());
    }
  } catch (thrown) {
    return await end(loopFault.internal(messageOf(thrown)));
  }
}

async function startRun(request: TaskRequest, tools: AgentTools, recorder: RunRecorder): Promise<void> {
  recorder.emit("run-start", {
    kind: "task",
    task: request.task,
    files: await recorder.keep(request.files),
    executor: tools.executor.name,
    model: recorder.model,
    seed: request.seed,
    attemptLimit: request.attemptLimit,
  });
}

/** A tool of the library is an attempt like any other; when it fails, the model writes new code. */
function attemptWithTool(code: string, context: AttemptContext): Promise<AttemptRecord> {
  return attemptWithCode(newAttempt(1, { ...firstPlan(context.request), strategy: "library" }, code), [], context);
}

/** An attempt that Stop left in the middle of something. */
function leftBehind(number: number, plan: AttemptPlan): AttemptRecord {
  return { ...newAttempt(number, plan, null), stopped: "aborted" };
}

/** Plans the next attempt and says in the log what it will change, and why. */
async function planNext(attempts: readonly AttemptRecord[], context: AttemptContext) {
  const { tools, request, summaries, recorder } = context;
  const { packages } = await tools.executor.facts();
  const plan = planRepair(
    attempts.filter((attempt) => attempt.plan.strategy !== "library"),
    modelClassOf(recorder.model?.model ?? ""),
    { files: summaries, packages, timeoutMs: request.limits.timeoutMs },
  );
  const { reason, constraints, strategy } = plan;
  recorder.emit("repair-start", { attempt: attempts.length + 1, reason, constraints, strategy });
  return plan;
}

/** Whether the last attempt ends the run: an answer, Stop, a person's no, or a fault that no other attempt would cure. */
function isOver(attempts: readonly AttemptRecord[]): boolean {
  const last = attempts.at(-1);
  return last !== undefined && (isAccepted(last) || last.stopped !== null || last.fault !== null);
}

function identityOf(tools: AgentTools) {
  const state = tools.model?.state;
  return state?.kind === "ready" || state?.kind === "generating" ? state.model : null;
}
