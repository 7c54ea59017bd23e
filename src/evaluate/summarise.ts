import type { EvaluationSummary, TaskReport } from "./evaluation-report.ts";

/** Adds up the tasks of a report. */
export function summarise(tasks: readonly TaskReport[]): EvaluationSummary {
  const baselines = tasks.flatMap((task) => (task.baseline === null ? [] : [task.baseline]));
  const failures = new Map<string, number>();
  for (const { skep } of tasks) if (!skep.right) failures.set(skep.outcome, (failures.get(skep.outcome) ?? 0) + 1);
  const asked = tasks.length > 0 && baselines.length === tasks.length;
  return {
    tasks: tasks.length,
    solved: tasks.filter((task) => task.skep.right).length,
    firstTry: tasks.filter((task) => task.firstTry).length,
    reached: tasks.filter((task) => task.reached).length,
    baseline: asked ? baselines.filter((score) => score.right).length : null,
    tokens: sum(tasks.map(({ skep }) => skep.tokens.prompt + skep.tokens.completion)),
    seconds: Number(sum(tasks.map(({ skep }) => skep.seconds)).toFixed(1)),
    baselineTokens: asked ? sum(baselines.map((score) => score.tokens.prompt + score.tokens.completion)) : null,
    baselineSeconds: asked ? Number(sum(baselines.map((score) => score.seconds)).toFixed(1)) : null,
    failures: Object.fromEntries([...failures].sort((a, b) => b[1] - a[1])),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
