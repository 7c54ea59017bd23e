import { nextStep } from "#agent/answers/next-step.ts";
import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import { type AttemptContext, attemptByModel, attemptWithCode, attemptWithMend } from "#agent/attempt/make-attempt.ts";
import { matchSnippet, type ToolProgram } from "#agent/library/match-snippet.ts";
import { firstPlan } from "#agent/repair/repair-policy.ts";
import { wrongPlan } from "#agent/repair/wrong-plan.ts";
import { endRun } from "#agent/run/end-run.ts";
import { keptState } from "#agent/run/kept-state.ts";
import { loopFault } from "#agent/run/loop-fault.ts";
import { type AttemptRecord, isAccepted, newAttempt, type RunOutcome } from "#agent/run/run-outcome.ts";
import { createRunRecorder, type RunRecorder } from "#agent/run/run-recorder.ts";
import { untilStopped } from "#agent/run/until-stopped.ts";
import type { DataFile } from "#domain/data-file.ts";
import { messageOf } from "#domain/fault.ts";
import { summariseFile } from "#prompt/file-summary.ts";
import { modelClassOf } from "#prompt/model-class.ts";
import { pastedTable } from "#prompt/pasted-table.ts";
import type { AgentTools } from "./agent-tools.ts";
import type { TaskRequest } from "./task-request.ts";

/**
 * From a task to a logged answer: match, generate, check, run, log, repair.
 *
 * Every step is an event in the run's log before the next one begins. Each attempt is kept. Expected failures are statuses in the outcome:
 * nothing is thrown, and a log that could not be written is told in `log`.
 * @param signal Stop: ends the run within a second, in generation as in execution
 */
export async function runTask(asked: TaskRequest, tools: AgentTools, signal: AbortSignal): Promise<RunOutcome> {
  const request = asked.mode === "fast" ? asked : cleanStarts(asked);
  const recorder = createRunRecorder(tools, identityOf(tools));
  const attempts: AttemptRecord[] = [];
  const end = (fault: AttemptRecord["fault"]) => endRun(attempts, fault, request.seed, tools.executor.name, recorder);
  try {
    const inputs = inputsOf(request);
    await startRun(request, inputs, tools, recorder);
    const context: AttemptContext = { request, tools, recorder, summaries: request.files.map(summariseFile), inputs, signal };

    const tool = await untilStopped(matchSnippet(request, tools, recorder, signal), signal);
    if (signal.aborted) return await end(loopFault.stopped());
    if (tool !== null) {
      const attempt = (await untilStopped(attemptWithTool(tool, context), signal)) ?? leftBehind(1, firstPlan(request));
      attempts.push(attempt);
      if (isOver(attempt)) return await end(null);
    }

    for (let plan: AttemptPlan | null = beginning(context, attempts.length + 1); plan !== null; ) {
      const number = attempts.length + 1;
      const made = (await untilStopped(makeAttempt(number, plan, attempts, context), signal)) ?? leftBehind(number, plan);
      attempts.push(made);
      if (made.fault !== null) return await end(made.fault);
      plan = await planNext(attempts, context);
      if (signal.aborted) return await end(loopFault.stopped());
    }
    return await end(null);
  } catch (thrown) {
    return await end(loopFault.internal(messageOf(thrown)));
  }
}

function makeAttempt(number: number, plan: AttemptPlan, attempts: readonly AttemptRecord[], context: AttemptContext): Promise<AttemptRecord> {
  return plan.mended === undefined ? attemptByModel(number, plan, attempts, context) : attemptWithMend(number, plan, plan.mended, context);
}

/** The task's files, and data that was pasted into it as one more: models that see rows like to open a file. */
function inputsOf(request: TaskRequest): readonly DataFile[] {
  const paths = request.files.map((file) => file.path);
  const pasted = pastedTable(request.task, paths);
  return pasted === null ? request.files : [...request.files, pasted];
}

async function startRun(request: TaskRequest, inputs: readonly DataFile[], tools: AgentTools, recorder: RunRecorder): Promise<void> {
  recorder.emit("run-start", {
    kind: "task",
    task: request.task,
    files: await recorder.keep(inputs),
    executor: tools.executor.name,
    ...keptState(request, tools.executor),
    model: recorder.model,
    seed: request.seed,
    attemptLimit: request.attemptLimit,
  });
}

/** The first plan for the model. After a person's no it is a repair already, and says so in the log. */
function beginning({ request, recorder }: AttemptContext, attempt: number): AttemptPlan {
  if (request.wrong === null) return firstPlan(request);
  const plan = wrongPlan(request, request.wrong, modelClassOf(recorder.model));
  tellRepair(plan, attempt, recorder);
  return plan;
}

function tellRepair({ reason, constraints, strategy }: AttemptPlan, attempt: number, recorder: RunRecorder): void {
  recorder.emit("repair-start", { attempt, reason, constraints, strategy });
}

/** Programs that are compared must not see each other. */
function cleanStarts({ session: _, ...request }: TaskRequest): TaskRequest {
  return request;
}

/** A tool of the library is an attempt like any other; when it fails, the model writes new code. */
function attemptWithTool({ code, files }: ToolProgram, context: AttemptContext): Promise<AttemptRecord> {
  const record = newAttempt(1, { ...firstPlan(context.request), strategy: "library" }, code);
  return attemptWithCode(record, [], context, files);
}

/** An attempt that Stop left in the middle of something. */
function leftBehind(number: number, plan: AttemptPlan): AttemptRecord {
  return { ...newAttempt(number, plan, null), stopped: "aborted" };
}

/** Plans the next attempt, if there is to be one; a repair says in the log what it will change, and why. */
async function planNext(attempts: readonly AttemptRecord[], context: AttemptContext): Promise<AttemptPlan | null> {
  const { tools, request, inputs, recorder } = context;
  const written = attempts.filter((attempt) => attempt.plan.strategy !== "library");
  const { packages } = await tools.executor.facts();
  const plan = nextStep(written, request, modelClassOf(recorder.model), {
    files: inputs.map(summariseFile),
    packages,
    timeoutMs: request.limits.timeoutMs,
  });
  if (plan === null || plan.strategy === "sample") return plan;
  tellRepair(plan, attempts.length + 1, recorder);
  return plan;
}

/** Whether a tool's attempt ends the run: it answered, or the person stopped or refused it. */
function isOver(attempt: AttemptRecord): boolean {
  return isAccepted(attempt) || attempt.stopped !== null;
}

function identityOf(tools: AgentTools) {
  const state = tools.model?.state;
  return state?.kind === "ready" || state?.kind === "generating" ? state.model : null;
}
