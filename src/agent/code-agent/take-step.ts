import type { AgentTools } from "#agent/agent-tools.ts";
import { executeProgram } from "#agent/attempt/execute-program.ts";
import { type AttemptRecord, newAttempt } from "#agent/run/run-outcome.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { Fault } from "#domain/fault.ts";
import { sha256 } from "#domain/sha256.ts";
import type { CodeStep } from "#prompt/code-agent/code-step.ts";
import { CODE_TAGS } from "#prompt/code-agent/code-tags.ts";
import type { FileSummary } from "#prompt/file-summary.ts";
import type { ProgramSession, StepOutcome } from "#sandbox/port.ts";
import { askModel } from "./ask-model.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";
import { readCode } from "./read-code.ts";
import { stepPlan } from "./step-plan.ts";
import { taskInWords } from "./task-in-words.ts";

/** What all steps of a run share. */
export interface StepContext {
  readonly request: CodeAgentRequest;
  readonly tools: AgentTools;
  readonly session: ProgramSession;
  readonly recorder: RunRecorder;
  /** What the model is told of the place, as it was when the run began. */
  readonly environment: readonly string[];
  readonly summaries: readonly FileSummary[];
  readonly inputs: readonly DataFile[];
  readonly signal: AbortSignal;
}

export interface TakenStep {
  readonly record: AttemptRecord;
  /** What the model will be told of it; null when the run is over before there is anything to tell. */
  readonly step: CodeStep | null;
  /** Whether it gave the answer. */
  readonly answered: boolean;
}

/** One step: ask, find the code, run it in the session, observe. Everything that happens is in the log. */
export async function takeStep(number: number, earlier: readonly CodeStep[], context: StepContext): Promise<TakenStep> {
  const { request, tools, recorder, signal } = context;
  const empty = newAttempt(number, stepPlan(request, number), null);
  const prompt = {
    task: taskInWords(request),
    files: context.summaries,
    environment: context.environment,
    tags: CODE_TAGS[request.codeTags],
    steps: earlier,
    purpose: "step",
  } as const;
  const reply = await askModel(number, prompt, request, tools.model, recorder, signal);
  if ("code" in reply) return over({ ...empty, fault: reply });
  const told = { ...empty, reply: reply.text, tokens: { prompt: reply.usage.promptTokens, completion: reply.usage.completionTokens } };
  if (reply.aborted) return over({ ...told, stopped: "aborted" });
  const read = await readCode(reply.text, prompt.tags, async (text) => (await tools.executor.compile(text)) === null);
  if (read.ok) return runStep({ ...told, code: read.code }, reply.text, context);

  const findings = [
    { check: "reply-code", severity: "error", message: "the reply holds no code between its tags", fix: "", line: null, column: null },
  ] as const;
  recorder.emit("check-end", { attempt: number, code: null, codeHash: null, findings, passed: false });
  const step: CodeStep = { number, output: reply.text, code: null, observation: null, error: { type: "AgentParsingError", message: read.message } };
  return observed(step, { ...told, findings }, false, recorder);
}

async function runStep(record: AttemptRecord, output: string, context: StepContext): Promise<TakenStep> {
  const { request, tools, session, recorder, inputs, signal } = context;
  const { number } = record;
  const code = record.code ?? "";
  const codeHash = await sha256(code);
  // No check of ours stands before the run: names of earlier steps, and what the interpreter allows, only it knows.
  recorder.emit("check-end", { attempt: number, code, codeHash, findings: [], passed: true });
  let outcome: StepOutcome | null = null;
  const ran = await executeProgram(number, { code, codeHash }, { ...request, inputs, extra: [] }, tools, recorder, signal, false, async (...run) => {
    const { step, ...execution } = await session.execute(...run);
    outcome = step;
    return execution;
  });
  const next = { ...record, codeHash };
  if (ran.kind !== "ran") return over({ ...next, stopped: ran.kind });
  const { execution } = ran;
  const { status, error } = execution.result;
  const done = { ...next, execution };
  if (status === "aborted" || status === "refused") return over({ ...done, stopped: status });
  const fault = placeFault(error);
  if (fault !== null) return over({ ...done, fault });
  const { finalAnswer, ...told } = outcome ?? NOTHING;
  const failure = status === "ok" ? null : failureText(status, told, request.limits.timeoutMs, session.alive);
  const logs =
    failure === null
      ? `Execution logs:\n${told.logs}Last output from code snippet:\n${told.lastOutput}`
      : told.logs === ""
        ? null
        : `Execution logs:\n${told.logs}`;
  const step: CodeStep = {
    number,
    output,
    code,
    observation: logs,
    error: failure === null ? null : { type: "AgentExecutionError", message: failure },
  };
  return observed(step, done, finalAnswer && failure === null, recorder);
}

function observed(step: CodeStep, record: AttemptRecord, answered: boolean, recorder: RunRecorder): TakenStep {
  recorder.emit("observe-end", { attempt: step.number, observation: step.observation, error: step.error, finalAnswer: answered });
  return { record, step, answered };
}

function over(record: AttemptRecord): TakenStep {
  return { record, step: null, answered: false };
}

/** The place itself failed, not the program: another step would meet the same. */
function placeFault(error: { readonly name: string; readonly message: string } | null): Fault | null {
  if (error === null || !/^SK-(?:EXECUTOR|SANDBOX)/.test(error.name)) return null;
  return { code: error.name, message: error.message, advice: "Run the task again once that is mended.", kept: "The steps up to there are kept." };
}

/** The executor's words; of a step that had to be ended also that its variables went with it. */
function failureText(status: "error" | "timeout", told: Pick<StepOutcome, "error">, timeoutMs: number, alive: boolean): string {
  const words =
    status === "timeout" ? `Code execution exceeded the maximum execution time of ${timeoutMs / 1000} seconds` : (told.error ?? "The code did not end well.");
  return alive ? words : `${words}\nThe interpreter had to be ended: variables, functions and imports of earlier steps are gone, files are still there.`;
}

const NOTHING: StepOutcome = { finalAnswer: false, logs: "", lastOutput: "None", error: null };
