import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import { checkProgram, placeOf } from "#agent/attempt/check-program.ts";
import { executeProgram } from "#agent/attempt/execute-program.ts";
import { endRun } from "#agent/run/end-run.ts";
import { keptState } from "#agent/run/kept-state.ts";
import { loopFault } from "#agent/run/loop-fault.ts";
import { type AttemptRecord, newAttempt, type RunOutcome } from "#agent/run/run-outcome.ts";
import { createRunRecorder, type RunRecorder } from "#agent/run/run-recorder.ts";
import { untilStopped } from "#agent/run/until-stopped.ts";
import { type Fault, messageOf } from "#domain/fault.ts";
import type { AgentTools } from "./agent-tools.ts";
import type { CodeRequest, ToolCall } from "./task-request.ts";

const BY_HAND: AttemptPlan = {
  strategy: "by-hand",
  temperature: 0,
  seed: null,
  constraints: [],
  earlier: null,
  patch: null,
  penalty: 0,
  instruction: "",
  reason: "",
};

/**
 * Runs a program that a person wrote or edited, or that calls a tool for them, with the same log as a task. What the static checks find is told and does not
 * keep it from running: the person has decided. There is no model and no repair.
 * @param signal Stop: ends the run within a second
 */
export async function runCode(request: CodeRequest, tools: AgentTools, signal: AbortSignal): Promise<RunOutcome> {
  const recorder = createRunRecorder(tools, null);
  const attempts: AttemptRecord[] = [];
  const end = (fault: Fault | null) => endRun(attempts, fault, null, tools.executor.name, recorder);
  try {
    recorder.emit("run-start", {
      kind: "code",
      task: request.task,
      files: await recorder.keep(request.files),
      executor: tools.executor.name,
      ...keptState(request, tools.executor),
      model: null,
      seed: null,
      attemptLimit: 1,
    });
    if (request.tool !== undefined) tellCall(request.tool, recorder);
    attempts.push((await untilStopped(attemptByHand(), signal)) ?? { ...newAttempt(1, BY_HAND, request.code), stopped: "aborted" });
    return await end(null);
  } catch (thrown) {
    return await end(loopFault.internal(messageOf(thrown)));
  }

  async function attemptByHand(): Promise<AttemptRecord> {
    const { code } = request;
    const place = await placeOf(
      tools.executor,
      request.files.map((file) => file.path),
      request.session,
    );
    const { codeHash, findings } = await checkProgram(1, code, [], place, tools.executor, recorder);
    const ran = await executeProgram(1, { code, codeHash }, { ...request, inputs: request.files, extra: [] }, tools, recorder, signal, false);
    const status = ran.kind === "ran" ? ran.execution.result.status : ran.kind;
    return {
      ...newAttempt(1, BY_HAND, code),
      codeHash,
      findings,
      execution: ran.kind === "ran" ? ran.execution : null,
      stopped: status === "aborted" || status === "refused" ? status : null,
    };
  }
}

/** The tool was not looked for but named: the log says so in the place where it says what was found. */
function tellCall({ id, name, arguments: args }: ToolCall, recorder: RunRecorder): void {
  recorder.emit("match-end", { candidates: [{ id, name, score: 1 }], chosen: id, threshold: 1, reason: `called by name with ${JSON.stringify(args)}` });
}
