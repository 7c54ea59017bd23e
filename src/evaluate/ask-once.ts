import type { LanguageModel } from "#llm/port.ts";
import type { Execution, ExecutionLimits, Executor } from "#sandbox/port.ts";
import type { EvaluationTask } from "./evaluation-suite.ts";
import { naiveProgram } from "./naive-program.ts";

/** The plain prompt that did best when small models were asked once. It never changes with the loop's prompts: it is what they are measured against. */
export const BASELINE_SYSTEM = "You are a Python programmer. Answer with one complete Python program in a code block that prints the result.";

export interface PlainAnswer {
  readonly code: string;
  readonly execution: Execution;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly seconds: number;
}

/** The baseline: one plain question at temperature 0, the first block of the reply, one run. No checks, no repair. */
export async function askOnce(
  task: EvaluationTask,
  model: LanguageModel,
  executor: Executor,
  limits: ExecutionLimits,
  maxTokens: number,
  signal: AbortSignal,
): Promise<PlainAnswer> {
  const started = performance.now();
  const generation = await model.generate(
    {
      messages: [
        { role: "system", content: BASELINE_SYSTEM },
        { role: "user", content: task.prompt },
      ],
      temperature: 0,
      seed: 0,
      maxTokens,
      schema: null,
    },
    () => {},
    signal,
  );
  const code = naiveProgram(generation.text);
  const execution = await executor.execute({ code, files: task.files, limits }, () => {}, signal);
  const { promptTokens: prompt, completionTokens: completion } = generation.usage;
  return { code, execution, tokens: { prompt, completion }, seconds: (performance.now() - started) / 1000 };
}
