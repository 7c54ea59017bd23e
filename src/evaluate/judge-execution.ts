import { showsSomething } from "#domain/execution-result.ts";
import type { Execution, ExecutionLimits, Executor } from "#sandbox/port.ts";
import { checkAnswer, type Judgement } from "./check-answer.ts";
import type { EvaluationTask } from "./evaluation-suite.ts";
import { probeFigures, readFigureFacts } from "./figure-probe.ts";

export interface Verdict extends Judgement {
  /** See `TaskScore.outcome`. */
  readonly outcome: string;
}

/** Judges what a program did. Tasks about the content of figures run it once more, with a probe around it. */
export async function judgeExecution(
  task: EvaluationTask,
  code: string,
  execution: Execution,
  executor: Executor,
  limits: ExecutionLimits,
  signal: AbortSignal,
): Promise<Verdict> {
  const { result } = execution;
  if (result.status !== "ok") {
    const outcome = result.error === null ? result.status : `error ${result.error.name}`;
    return { right: false, outcome, reason: result.error?.message.slice(0, 120) ?? result.status };
  }
  if (!showsSomething(result)) return { right: false, outcome: "no-output", reason: "it showed nothing" };
  const probed = task.check.type === "bars" || task.check.type === "line";
  const axes = probed ? readFigureFacts((await executor.execute({ code: probeFigures(code), files: task.files, limits }, () => {}, signal)).files) : [];
  const judgement = checkAnswer(task.check, { result, files: execution.files, axes });
  return { ...judgement, outcome: judgement.right ? "right" : "wrong-answer" };
}
