import type { AgentTools } from "#agent/agent-tools.ts";
import { closeRun } from "#agent/run/end-run.ts";
import { keptState } from "#agent/run/kept-state.ts";
import { loopFault } from "#agent/run/loop-fault.ts";
import { type AttemptRecord, newAttempt, type RunOutcome } from "#agent/run/run-outcome.ts";
import { createRunRecorder } from "#agent/run/run-recorder.ts";
import { untilStopped } from "#agent/run/until-stopped.ts";
import { type Fault, messageOf } from "#domain/fault.ts";
import type { CodeStep } from "#prompt/code-agent/code-step.ts";
import { CODE_TAGS } from "#prompt/code-agent/code-tags.ts";
import { summariseFile } from "#prompt/file-summary.ts";
import { askModel } from "./ask-model.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";
import { stepPlan } from "./step-plan.ts";
import { type StepContext, type TakenStep, takeStep } from "./take-step.ts";
import { taskInWords } from "./task-in-words.ts";

/**
 * A task by the conventions of smolagents' CodeAgent: a cycle of Thought, Code and Observation in one interpreter that keeps its variables (of a
 * session, that of its earlier runs), until `final_answer` is called or the steps are used up; then the model is asked once for its answer in
 * words, which is no success.
 * Steps are logged as attempts are. Nothing is thrown, and a log that could not be written is told in `log`.
 * @param signal Stop: ends the run within a second, in generation as in execution
 */
export async function runCodeAgent(request: CodeAgentRequest, tools: AgentTools, signal: AbortSignal): Promise<RunOutcome> {
  const { model, executor } = tools;
  const identity = model?.state.kind === "ready" || model?.state.kind === "generating" ? model.state.model : null;
  const recorder = createRunRecorder(tools, identity);
  const attempts: AttemptRecord[] = [];
  const steps: CodeStep[] = [];
  const session = executor.openSession?.(request.session);
  const end = (taken: TakenStep | null, fault: Fault | null): Promise<RunOutcome> => {
    const final = taken?.answered === true ? taken.record : (attempts.findLast(({ execution }) => execution !== null) ?? attempts.at(-1) ?? null);
    const { status, reason } = ending(taken, fault, attempts, request.stepLimit);
    return closeRun({ attempts, agreement: null, final, status, reason, fault, seed: request.seed, executor: executor.name }, recorder);
  };
  try {
    recorder.emit("run-start", {
      kind: "task",
      task: request.task,
      files: await recorder.keep(request.files),
      executor: executor.name,
      ...keptState(request, executor),
      model: identity,
      seed: request.seed,
      attemptLimit: request.stepLimit,
      loop: "code-agent",
    });
    if (session === undefined) return await end(null, noState(executor.name));
    // Told once: a prompt that changes at its beginning is read anew from there.
    const environment = executor.describe(request.session ?? STEPS);
    const summaries = request.files.map(summariseFile);
    const context: StepContext = { request, tools, session, recorder, environment, summaries, inputs: request.files, signal };
    for (let number = 1; number <= request.stepLimit; number += 1) {
      const taken = (await untilStopped(takeStep(number, steps, context), signal)) ?? leftBehind(number, request);
      attempts.push(taken.record);
      if (taken.answered || taken.record.fault !== null || taken.record.stopped !== null) return await end(taken, taken.record.fault);
      if (taken.step !== null) steps.push(taken.step);
      if (signal.aborted) return await end(null, loopFault.stopped());
    }
    const words = (await untilStopped(answerInWords(steps, context), signal)) ?? leftBehind(request.stepLimit + 1, request).record;
    attempts.push(words);
    return await end(null, words.stopped === null ? words.fault : loopFault.stopped());
  } catch (thrown) {
    return await end(null, loopFault.internal(messageOf(thrown)));
  } finally {
    session?.close();
  }
}

/** What CodeAgent does when its steps are used up: the model answers in words, from all that was observed. */
async function answerInWords(steps: readonly CodeStep[], { request, tools, recorder, summaries, signal }: StepContext): Promise<AttemptRecord> {
  const number = request.stepLimit + 1;
  const prompt = { task: taskInWords(request), files: summaries, environment: [], tags: CODE_TAGS[request.codeTags], steps, purpose: "answer" } as const;
  const record = newAttempt(number, stepPlan(request, number), null);
  const reply = await askModel(number, prompt, request, tools.model, recorder, signal);
  if ("code" in reply) return { ...record, fault: reply };
  recorder.emit("observe-end", {
    attempt: number,
    observation: null,
    error: { type: "AgentMaxStepsError", message: "Reached max steps." },
    finalAnswer: false,
  });
  const tokens = { prompt: reply.usage.promptTokens, completion: reply.usage.completionTokens };
  return { ...record, reply: reply.text, tokens, stopped: reply.aborted ? "aborted" : null };
}

function ending(taken: TakenStep | null, fault: Fault | null, attempts: readonly AttemptRecord[], stepLimit: number): Pick<RunOutcome, "status" | "reason"> {
  if (taken?.answered === true) return { status: "ok", reason: null };
  const stopped = attempts.at(-1)?.stopped ?? null;
  if (stopped === "aborted" || fault?.code === "SK-ABORTED") return { status: "aborted", reason: "stopped by the person" };
  if (stopped === "refused") return { status: "refused", reason: "the person did not approve the run" };
  if (fault !== null) return { status: "error", reason: fault.message };
  const words = attempts.at(-1)?.reply?.trim() ?? "";
  return { status: "error", reason: `Reached max steps (${stepLimit}) without final_answer.${words === "" ? "" : ` The model's last words: ${words}`}` };
}

function leftBehind(number: number, request: CodeAgentRequest): TakenStep {
  return { record: { ...newAttempt(number, stepPlan(request, number), null), stopped: "aborted" }, step: null, answered: false };
}

function noState(executor: string): Fault {
  return {
    code: "SK-LOOP-STATE",
    message: `CodeAgent's steps share their variables, and the executor ${executor} keeps none from one program to the next.`,
    advice: "Choose the executor smolagents in Settings, or the loop Skep.",
  };
}

/** What the executor is told of the run: its programs follow each other. */
const STEPS = "steps";
