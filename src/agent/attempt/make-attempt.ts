import type { AgentTools } from "#agent/agent-tools.ts";
import { sameAnswer } from "#agent/answers/answer-key.ts";
import { loopFault } from "#agent/run/loop-fault.ts";
import { type AttemptRecord, isAccepted, newAttempt, SAME_ANSWER } from "#agent/run/run-outcome.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { amendProgram } from "#check/amend/amend-program.ts";
import { isDoubt } from "#check/demands/demand.ts";
import { programDoubts } from "#check/demands/program-doubts.ts";
import type { MendedProgram } from "#check/mend/mend-program.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { Fault } from "#domain/fault.ts";
import { sha256 } from "#domain/sha256.ts";
import { buildMessages } from "#prompt/build-messages.ts";
import type { FileSummary } from "#prompt/file-summary.ts";
import { modelClassOf } from "#prompt/model-class.ts";
import { aroundPastedRows } from "#prompt/pasted-table.ts";
import type { AttemptPlan } from "./attempt-plan.ts";
import { checkProgram, placeOf } from "./check-program.ts";
import { doubtAnswer } from "./doubt-answer.ts";
import { executeProgram } from "./execute-program.ts";
import { generateReply, type Reply } from "./generate-reply.ts";
import { programEssence } from "./same-program.ts";
import { takePatch } from "./take-patch.ts";

const WRONG_AGAIN: CheckFinding = {
  check: SAME_ANSWER,
  severity: "error",
  message: "the answer is still the one that was marked wrong",
  fix: "Compute the answer in another way.",
  line: null,
  column: null,
};

/** What all attempts of a run share. */
export interface AttemptContext {
  readonly request: TaskRequest;
  readonly tools: AgentTools;
  readonly recorder: RunRecorder;
  readonly summaries: readonly FileSummary[];
  /** The task's files, and the data that was pasted into it. */
  readonly inputs: readonly DataFile[];
  readonly signal: AbortSignal;
}

/** One attempt by the model: generate, parse, check, run. Everything that happens is in the record and in the log. */
export async function attemptByModel(number: number, plan: AttemptPlan, earlier: readonly AttemptRecord[], context: AttemptContext): Promise<AttemptRecord> {
  const { inputs, tools, recorder } = context;
  const empty = newAttempt(number, plan, null);
  const asked = await ask(number, plan, context);
  if ("code" in asked) return { ...empty, fault: asked };
  const { parsed } = asked;
  const told = { ...empty, reply: asked.text, tokens: { prompt: asked.usage.promptTokens, completion: asked.usage.completionTokens } };
  if (asked.aborted) return { ...told, stopped: "aborted" };
  if (asked.fault !== null) return { ...told, fault: asked.fault };
  if (parsed.code === null) {
    recorder.emit("check-end", { attempt: number, code: null, codeHash: null, findings: parsed.findings, passed: false });
    return { ...told, findings: parsed.findings };
  }
  const taken = await takePatch(parsed.code, plan.patch, tools.executor);
  const amended = amendProgram(
    taken.code,
    await placeOf(
      tools.executor,
      inputs.map((file) => file.path),
      context.request.session,
    ),
  );
  const known = [...taken.findings, ...amended.findings, ...doubtsOf(amended.code, context)];
  const essence = programEssence(amended.code);
  const twin = earlier.find((attempt) => attempt.code !== null && programEssence(attempt.code) === essence);
  const record = { ...told, code: amended.code };
  const { code: wrong = null } = context.request.wrong ?? {};
  if (wrong !== null && programEssence(wrong) === essence) return attemptMarkedWrong(record, known, context);
  if (twin !== undefined) return attemptLike(twin, record, known, context);
  return doubtAnswer(await attemptWithCode(record, known, context), context);
}

/** One attempt with the program before, corrected without the model. */
export async function attemptWithMend(number: number, plan: AttemptPlan, { code, finding }: MendedProgram, context: AttemptContext): Promise<AttemptRecord> {
  const known = [finding, ...doubtsOf(code, context)];
  return doubtAnswer(await attemptWithCode(newAttempt(number, plan, code), known, context), context);
}

/** What speaks against a program by its task's own words: rows pasted into it are a file of the run. */
function doubtsOf(code: string, { request }: AttemptContext): CheckFinding[] {
  return programDoubts(aroundPastedRows(request.task), code);
}

/**
 * The rest of an attempt once there is a program: check and run.
 * @param extra files that this program brings beside the task's
 */
export async function attemptWithCode(
  record: AttemptRecord,
  known: readonly CheckFinding[],
  context: Pick<AttemptContext, "request" | "inputs" | "tools" | "recorder" | "signal">,
  extra: readonly DataFile[] = [],
): Promise<AttemptRecord> {
  const { request, inputs, tools, recorder, signal } = context;
  const code = record.code ?? "";
  const place = await placeOf(
    tools.executor,
    [...inputs, ...extra].map((file) => file.path),
    request.session,
  );
  const checked = await checkProgram(record.number, code, known, place, tools.executor, recorder);
  const next = { ...record, codeHash: checked.codeHash, findings: checked.findings };
  if (signal.aborted) return { ...next, stopped: "aborted" };
  if (!checked.passed) return next;
  const ran = await executeProgram(record.number, { code, codeHash: checked.codeHash }, { ...request, inputs, extra }, tools, recorder, signal);
  if (ran.kind !== "ran") return { ...next, stopped: ran.kind };
  const { status } = ran.execution.result;
  const wrong = request.wrong?.shown ?? null;
  const findings = wrong !== null && sameAnswer(wrong, ran.execution.result) ? [...next.findings, WRONG_AGAIN] : next.findings;
  return { ...next, findings, execution: ran.execution, stopped: status === "aborted" || status === "refused" ? status : null };
}

/** The program that gave the wrong answer is not run again. */
async function attemptMarkedWrong(record: AttemptRecord, known: readonly CheckFinding[], context: AttemptContext): Promise<AttemptRecord> {
  const codeHash = await sha256(record.code ?? "");
  const findings = [...known, sameCode("the program is the one whose answer was marked wrong", "error")];
  context.recorder.emit("check-end", { attempt: record.number, code: record.code, codeHash, findings, passed: false });
  return { ...record, codeHash, findings };
}

function sameCode(message: string, severity: CheckFinding["severity"]): CheckFinding {
  return { check: "same-code", severity, message, fix: "Write a different program.", line: null, column: null };
}

/** The same program is not run again: what the first one showed holds for its twin, too. Where it failed, so has its twin. */
function attemptLike(twin: AttemptRecord, record: AttemptRecord, known: readonly CheckFinding[], context: AttemptContext): AttemptRecord {
  const accepted = isAccepted(twin);
  const finding = sameCode(`the program is the same as in attempt ${twin.number}`, accepted ? "warning" : "error");
  const findings = [...known, finding, ...twin.findings.filter((other) => isDoubt(other) && !known.some(({ message }) => message === other.message))];
  context.recorder.emit("check-end", { attempt: record.number, code: record.code, codeHash: twin.codeHash, findings, passed: accepted });
  return { ...record, codeHash: twin.codeHash, findings, execution: accepted ? twin.execution : null };
}

/** Shares of the context that a prompt may count on, one after the other: engines that only estimate tokens may be wrong by a third. */
const CONTEXT_SHARES = [1, 0.7, 0.5] as const;
/** The reply gets less room before a task is given up. */
const LEAST_REPLY = 256;

async function ask(number: number, plan: AttemptPlan, context: AttemptContext): Promise<Reply | Fault> {
  let reply: Reply | Fault = loopFault.noModel();
  for (const share of CONTEXT_SHARES) {
    reply = await askWithin(share, number, plan, context);
    if ("code" in reply || reply.fault?.code !== "SK-CONTEXT" || context.signal.aborted) return reply;
  }
  return reply;
}

/** Asks with a prompt that fits into a share of the context. */
async function askWithin(share: number, number: number, plan: AttemptPlan, context: AttemptContext): Promise<Reply | Fault> {
  const { request, tools, recorder, summaries, signal } = context;
  const { model } = tools;
  if (model === null || (model.state.kind !== "ready" && model.state.kind !== "generating")) return loopFault.noModel();
  const contextSize = Math.floor(model.state.contextSize * share);
  const wanted = Math.min(request.maxTokens, Math.floor(contextSize / 2));
  const prompt = {
    task: request.task,
    files: summaries,
    environment: tools.executor.describe(request.session),
    constraints: plan.constraints,
    earlier: plan.earlier,
    instruction: plan.instruction,
    model: modelClassOf(model.state.model),
  };
  const build = (replyTokens: number) => buildMessages(prompt, { contextSize, replyTokens, countTokens: (text) => model.countTokens(text) });
  const roomy = await build(wanted);
  const built = roomy.ok || wanted <= LEAST_REPLY ? roomy : await build(LEAST_REPLY);
  if (!built.ok) return loopFault.contextFull(built.tokens, built.room);
  const { temperature, seed, penalty } = plan;
  const maxTokens = built === roomy ? wanted : LEAST_REPLY;
  return generateReply({ attempt: number, messages: built.messages, temperature, seed, maxTokens, penalty }, model, recorder, signal);
}
