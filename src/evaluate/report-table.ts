import type { EvaluationReport } from "./evaluation-report.ts";

/** A report as a table of plain text, one line a task, with the sums below. */
export function reportTable(report: EvaluationReport): string {
  const rows = report.tasks.map((task) => [
    task.id,
    task.baseline === null ? "" : mark(task.baseline.right),
    mark(task.firstTry),
    mark(task.skep.right),
    String(task.attempts),
    String(task.skep.tokens.prompt + task.skep.tokens.completion),
    task.skep.seconds.toFixed(1),
    task.skep.right ? "" : `${task.skep.outcome}${task.skep.reason === "" ? "" : `: ${task.skep.reason.replace(/\s+/g, " ").slice(0, 60)}`}`,
  ]);
  const table = [["task", "once", "first", "skep", "tries", "tokens", "s", "outcome"], ...rows];
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", ...sums(report)].join("\n");
}

function sums({ summary, settings }: EvaluationReport): string[] {
  const of = (count: number | null) =>
    count === null ? "not asked" : `${count} of ${summary.tasks} (${summary.tasks === 0 ? 0 : Math.round((count / summary.tasks) * 100)} %)`;
  return [
    `${settings.model} on ${settings.engine}, ${settings.mode}, seed ${settings.seed ?? "drawn"}, ${settings.suite}`,
    `asked once, plainly: ${of(summary.baseline)}`,
    `first program:       ${of(summary.firstTry)}`,
    `solved by Skep:      ${of(summary.solved)}; reached by any program: ${of(summary.reached)}`,
    `tokens ${summary.tokens}${summary.baselineTokens === null ? "" : ` (once: ${summary.baselineTokens})`}, seconds ${summary.seconds}${summary.baselineSeconds === null ? "" : ` (once: ${summary.baselineSeconds})`}`,
    ...(Object.keys(summary.failures).length === 0
      ? []
      : [
          `unsolved: ${Object.entries(summary.failures)
            .map(([name, count]) => `${name} ${count}`)
            .join(", ")}`,
        ]),
  ];
}

function mark(right: boolean): string {
  return right ? "yes" : "no";
}
