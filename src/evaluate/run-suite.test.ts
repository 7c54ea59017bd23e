import { describe, expect, test } from "vitest";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import { compareReports } from "./compare-reports.ts";
import type { EvaluationReport } from "./evaluation-report.ts";
import type { EvaluationSuite } from "./evaluation-suite.ts";
import { reportTable } from "./report-table.ts";
import { type EvaluationOptions, type EvaluationTools, runSuite } from "./run-suite.ts";

const suite: EvaluationSuite = {
  name: "two",
  tasks: [
    { id: "one", prompt: "Print one.", kind: "math", files: [], check: { type: "last_number", value: 1 } },
    { id: "two", prompt: "Print two.", kind: "math", files: [], check: { type: "last_number", value: 2 } },
  ],
};
const options: EvaluationOptions = {
  mode: "fast",
  candidateLimit: 1,
  attemptLimit: 2,
  seed: 1,
  maxTokens: 100,
  limits: { timeoutMs: 1_000, outputLimit: 1_000, memoryMiB: 64 },
  baseline: true,
};
const program = (code: string) => `\`\`\`python\n${code}\n\`\`\`\n`;
const run = (code: string) =>
  code.includes("/ 0")
    ? raised("ZeroDivisionError", "division by zero")
    : { output: [{ stream: "stdout" as const, text: /print\((\d+)\)/.exec(code)?.[1] ?? "" }] };
/** Loop and baseline of task one, then of task two. */
const replies = [program("print(1)"), program("print(7)"), program("print(1 / 0)"), program("print(2)"), "print(2)"];
const never = new AbortController().signal;
const evaluate = (tools: EvaluationTools, previous: EvaluationReport | null = null, signal = never, seen: EvaluationReport[] = []) =>
  runSuite(suite, options, tools, previous, (report) => seen.push(report), signal);
const toolsOf = (texts: readonly string[]) => createScriptedTools({ replies: texts, run }) as ReturnType<typeof createScriptedTools> & EvaluationTools;

describe("an evaluation", () => {
  test("counts first programs, repaired ones and the baseline of the same run", async () => {
    const seen: EvaluationReport[] = [];
    const report = await evaluate(toolsOf(replies), null, never, seen);
    expect(report.summary).toMatchObject({ tasks: 2, solved: 2, firstTry: 1, reached: 2, baseline: 1, failures: {} });
    expect(report.tasks.map((task) => [task.id, task.firstTry, task.skep.right, task.attempts, task.baseline?.right])).toEqual([
      ["one", true, true, 1, false],
      ["two", false, true, 2, true],
    ]);
    expect(report).toMatchObject({ v: "skep.evaluation/1", finished: true, settings: { suite: "two", mode: "fast", seed: 1, model: "test-0.5B" } });
    expect(seen.map((so) => [so.tasks.length, so.finished])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  test("goes on where it stopped, under the same settings only", async () => {
    const stop = new AbortController();
    const half = await runSuite(suite, options, toolsOf(replies), null, () => stop.abort(), stop.signal);
    expect(half).toMatchObject({ finished: false, tasks: [{ id: "one" }] });
    const rest = toolsOf(replies.slice(2));
    const whole = await evaluate(rest, half);
    expect(whole.finished).toBe(true);
    expect(rest.requests).toHaveLength(3);
    const other = toolsOf(replies);
    await runSuite(suite, { ...options, seed: 2 }, other, half, () => {}, never);
    expect(other.requests).toHaveLength(5);
  });

  test("names the class of each failure", async () => {
    const report = await evaluate(toolsOf([program("print(3)"), "no", program("print(1 / 0)"), program("print(2 / 0)"), "no"]));
    expect(report.summary.failures).toEqual({ "wrong-answer": 1, "error ZeroDivisionError": 1 });
    expect(reportTable(report)).toMatch(/one .* wrong-answer: 3[\s\S]*solved by Skep: {6}0 of 2 \(0 %\)/);
  });

  test("two reports are compared task by task", async () => {
    const before = await evaluate(toolsOf([program("print(3)"), "no", program("print(2)"), "no"]));
    const after = await evaluate(toolsOf([program("print(1)"), "no", program("print(2)"), "no"]));
    expect(compareReports(before, after)).toMatchObject({ tasks: 2, before: 1, after: 2, points: 50, gained: ["one"], lost: [], tokenRatio: 1, settings: {} });
  });
});
