import type { AgentTools } from "#agent/agent-tools.ts";
import type { AttemptRecord, RunOutcome } from "#agent/run/run-outcome.ts";
import { runTask } from "#agent/run-task.ts";
import { sha256 } from "#domain/sha256.ts";
import type { LanguageModel } from "#llm/port.ts";
import { PROMPT_VERSION } from "#prompt/system-prompt.ts";
import type { ExecutionLimits } from "#sandbox/port.ts";
import { askOnce } from "./ask-once.ts";
import { shownText } from "./check-answer.ts";
import type { EvaluationReport, EvaluationSettings, TaskReport, TaskScore } from "./evaluation-report.ts";
import type { EvaluationSuite, EvaluationTask } from "./evaluation-suite.ts";
import { judgeExecution } from "./judge-execution.ts";
import { summarise } from "./summarise.ts";

/** How a suite is to be run. */
export interface EvaluationOptions {
  readonly mode: EvaluationSettings["mode"];
  readonly candidateLimit: number;
  readonly attemptLimit: number;
  readonly seed: number | null;
  readonly maxTokens: number;
  readonly limits: ExecutionLimits;
  /** Whether the same model is also asked once, plainly. */
  readonly baseline: boolean;
}

/** The loop's collaborators. Each task is a run with an id of its own. */
export interface EvaluationTools extends Omit<AgentTools, "run"> {
  readonly model: LanguageModel;
}

/** Characters of code-free output that a report keeps per task. */
const OUTPUT_KEPT = 400;

/**
 * Runs every task of a suite through the agent's loop, and judges the answers. The model must be loaded.
 * @param previous a report to continue: tasks that it holds under the same settings are not run again
 * @param onProgress called after every task with the report so far
 * @returns the report; `finished` is false when it was stopped
 */
export async function runSuite(
  suite: EvaluationSuite,
  options: EvaluationOptions,
  tools: EvaluationTools,
  previous: EvaluationReport | null,
  onProgress: (report: EvaluationReport) => void,
  signal: AbortSignal,
): Promise<EvaluationReport> {
  const settings = await settingsOf(suite, options, tools);
  const known = previous !== null && JSON.stringify(previous.settings) === JSON.stringify(settings) ? previous : null;
  const startedAt = known?.startedAt ?? new Date().toISOString();
  const done: TaskReport[] = [];
  const reportSo = (finished: boolean): EvaluationReport => ({
    v: "skep.evaluation/1",
    settings,
    startedAt,
    finished,
    tasks: [...done],
    summary: summarise(done),
  });
  for (const task of suite.tasks) {
    const earlier = known?.tasks.find((candidate) => candidate.id === task.id);
    const report = earlier ?? (signal.aborted ? null : await runEvaluationTask(task, options, tools, signal));
    if (report === null || (earlier === undefined && signal.aborted)) return reportSo(false);
    done.push(report);
    onProgress(reportSo(done.length === suite.tasks.length));
  }
  return reportSo(true);
}

async function runEvaluationTask(task: EvaluationTask, options: EvaluationOptions, tools: EvaluationTools, signal: AbortSignal): Promise<TaskReport> {
  const outcome = await runTask(
    {
      task: task.prompt,
      files: task.files,
      limits: options.limits,
      approval: "auto",
      attemptLimit: options.attemptLimit,
      mode: options.mode,
      candidateLimit: options.candidateLimit,
      seed: options.seed,
      temperature: 0,
      maxTokens: options.maxTokens,
      constraints: [],
      wrong: null,
      useLibrary: false,
    },
    tools,
    signal,
  );
  const judge = (attempt: AttemptRecord | null | undefined) =>
    attempt?.execution == null ? null : judgeExecution(task, attempt.code ?? "", attempt.execution, tools.executor, options.limits, signal);
  const verdicts = [];
  for (const attempt of outcome.attempts) verdicts.push(await judge(attempt));
  const final = outcome.final === null ? null : verdicts[outcome.attempts.indexOf(outcome.final)];
  return {
    id: task.id,
    kind: task.kind,
    skep: {
      right: final?.right ?? false,
      reason: final?.reason ?? outcome.reason ?? "",
      outcome: final?.outcome ?? failureClass(outcome),
      tokens: outcome.tokens,
      seconds: outcome.durationMs / 1000,
    },
    firstTry: verdicts[0]?.right ?? false,
    reached: verdicts.some((verdict) => verdict?.right === true),
    attempts: outcome.attempts.length,
    status: outcome.status,
    run: outcome.run,
    code: outcome.final?.code ?? null,
    output: outcome.final?.execution == null ? "" : shownText(outcome.final.execution.result).slice(0, OUTPUT_KEPT),
    baseline: options.baseline && !signal.aborted ? await baselineOf(task, options, tools, signal) : null,
  };
}

async function baselineOf(task: EvaluationTask, options: EvaluationOptions, tools: EvaluationTools, signal: AbortSignal): Promise<TaskReport["baseline"]> {
  const { code, execution, tokens, seconds } = await askOnce(task, tools.model, tools.executor, options.limits, options.maxTokens, signal);
  const verdict = await judgeExecution(task, code, execution, tools.executor, options.limits, signal);
  const score: TaskScore = { right: verdict.right, reason: verdict.reason, outcome: verdict.outcome, tokens, seconds };
  return { ...score, code, output: shownText(execution.result).slice(0, OUTPUT_KEPT) };
}

/** The class of a failure in which no program ran. */
function failureClass(outcome: RunOutcome): string {
  if (outcome.fault !== null) return "fault";
  return outcome.final?.code == null ? "no-code" : "check";
}

async function settingsOf(suite: EvaluationSuite, options: EvaluationOptions, tools: EvaluationTools): Promise<EvaluationSettings> {
  const state = tools.model.state;
  const identity = state.kind === "ready" || state.kind === "generating" ? state.model : null;
  const content = suite.tasks.map(({ id, prompt, check, files }) => [id, prompt, check, files.map((file) => [file.path, [...file.bytes]])]);
  return {
    suite: suite.name,
    suiteHash: await sha256(JSON.stringify(content)),
    engine: identity?.engine ?? tools.model.engine,
    model: identity?.model ?? "",
    executor: tools.executor.name,
    mode: options.mode,
    candidateLimit: options.candidateLimit,
    attemptLimit: options.attemptLimit,
    seed: options.seed,
    maxTokens: options.maxTokens,
    timeoutMs: options.limits.timeoutMs,
    promptVersion: PROMPT_VERSION,
    baseline: options.baseline,
  };
}
