import type { AgentTools } from "#agent/agent-tools.ts";
import { DEFAULT_TASK } from "#agent/task-request.ts";
import { runLimits } from "#domain/run-limits.ts";
import type { Settings } from "#domain/settings.ts";
import type { EvaluationReport } from "#evaluate/evaluation-report.ts";
import { parseSuite } from "#evaluate/parse-suite.ts";
import { runSuite } from "#evaluate/run-suite.ts";
import type { EvaluateAnswer, EvaluateRequest } from "./port.ts";

/**
 * Runs a suite for the command. The model is loaded already.
 * @param settings with what the request asks for laid over them
 */
export async function evaluate(
  request: EvaluateRequest,
  tools: AgentTools & { readonly model: NonNullable<AgentTools["model"]> },
  settings: Settings,
  onReport: ((report: EvaluationReport) => void) | null,
): Promise<EvaluateAnswer> {
  const parsed = parseSuite(request.suite, request.name);
  if (!parsed.ok) return { ok: false, fault: { code: "SK-SUITE", message: parsed.message, advice: "Correct the suite." } };
  const { run: _, ...shared } = tools;
  const report = await runSuite(
    parsed.suite,
    {
      mode: settings.mode,
      candidateLimit: settings.candidateLimit,
      attemptLimit: settings.attemptLimit,
      seed: request.seed,
      maxTokens: request.maxTokens ?? DEFAULT_TASK.maxTokens,
      limits: runLimits(settings),
      baseline: request.baseline,
    },
    shared,
    request.previous,
    onReport ?? (() => {}),
    new AbortController().signal,
  );
  return { ok: true, report };
}
