import type { EvaluationReport } from "./evaluation-report.ts";

/** What changed from one report to another, over the tasks that both hold. */
export interface ReportComparison {
  readonly tasks: number;
  readonly before: number;
  readonly after: number;
  /** Points of a hundred. */
  readonly points: number;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  /** Tokens and seconds of the second as multiples of the first; null where the first is 0. */
  readonly tokenRatio: number | null;
  readonly secondsRatio: number | null;
  /** Settings that differ, by name. */
  readonly settings: Readonly<Record<string, readonly [unknown, unknown]>>;
}

export function compareReports(before: EvaluationReport, after: EvaluationReport): ReportComparison {
  const pairs = before.tasks.flatMap((task) => {
    const other = after.tasks.find((candidate) => candidate.id === task.id);
    return other === undefined ? [] : [{ id: task.id, was: task.skep, is: other.skep }];
  });
  const count = (which: "was" | "is") => pairs.filter((pair) => pair[which].right).length;
  const total = (which: "was" | "is", of: (score: (typeof pairs)[number]["was"]) => number) => pairs.reduce((sum, pair) => sum + of(pair[which]), 0);
  const ratio = (of: (score: (typeof pairs)[number]["was"]) => number) => (total("was", of) === 0 ? null : round(total("is", of) / total("was", of)));
  const keys = Object.keys(before.settings) as (keyof EvaluationReport["settings"])[];
  return {
    tasks: pairs.length,
    before: count("was"),
    after: count("is"),
    points: pairs.length === 0 ? 0 : round(((count("is") - count("was")) / pairs.length) * 100),
    gained: pairs.filter((pair) => !pair.was.right && pair.is.right).map((pair) => pair.id),
    lost: pairs.filter((pair) => pair.was.right && !pair.is.right).map((pair) => pair.id),
    tokenRatio: ratio((score) => score.tokens.prompt + score.tokens.completion),
    secondsRatio: ratio((score) => score.seconds),
    settings: Object.fromEntries(
      keys.filter((key) => before.settings[key] !== after.settings[key]).map((key) => [key, [before.settings[key], after.settings[key]] as const]),
    ),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
