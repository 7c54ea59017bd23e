import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createScriptedTools } from "#agent/testing/scripted-tools.ts";
import { data, never } from "#agent/testing/task-for-tests.ts";
import { demoModel } from "#llm/demo-model.ts";
import { ScriptedModel } from "#llm/scripted/scripted-model.ts";
import { createPyodideExecutor } from "#sandbox/pyodide/pyodide-executor.ts";
import { testCatalogue } from "#sandbox/pyodide/test-catalogue.ts";
import { SmolagentsExecutor } from "#sandbox/smolagents/smolagents-executor.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";
import recorded from "./fixtures/code-agent.json" with { type: "json" };
import { runCodeAgent } from "./run-code-agent.ts";

const catalogue = await testCatalogue();
const request: CodeAgentRequest = {
  task: recorded.runs["several steps"].task,
  files: [],
  limits: { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 },
  approval: "auto",
  seed: 1,
  temperature: 0,
  maxTokens: 768,
  constraints: [],
  wrong: null,
  stepLimit: 20,
  codeTags: "code",
};

describe.runIf(catalogue.packages.smolagents !== undefined)("CodeAgent's loop in the real interpreter", { timeout: 120_000 }, () => {
  let sealed: ReturnType<typeof createPyodideExecutor>;
  let executor: SmolagentsExecutor;
  beforeAll(() => {
    sealed = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });
    executor = new SmolagentsExecutor({ inner: sealed, imports: () => [] });
  });
  afterAll(() => sealed?.close());

  test.each(["several steps", "errors on the way", "markdown"] as const)(
    "%s: what smolagents' own CodeAgent observed, with variables from step to step",
    async (name) => {
      const run = recorded.runs[name];
      const tools = { ...createScriptedTools({ replies: run.replies, contextSize: 16_000 }), executor };
      const outcome = await runCodeAgent({ ...request, codeTags: run.tags as "code" | "markdown" }, tools, never);
      expect(outcome).toMatchObject({ status: "ok", final: { execution: { result: { result: { data: { "text/plain": String(run.output) } } } } } });
      expect(data(tools, "observe-end")).toEqual(
        run.steps.map((step) => ({ attempt: step.number, observation: step.observations, error: step.error, finalAnswer: step.final })),
      );
    },
  );

  test("a file made in an early step, a figure and a package are the run's, through an error", async () => {
    const replies = [
      "Thought: read\n<code>\nrows = open('in.csv').read().split()\nopen('out.txt', 'w').write(rows[1])\n</code>",
      "Thought: wrong\n<code>\nrows['x']\n</code>",
      "Thought: done\n<code>\nprint(open('out.txt').read())\nfinal_answer(len(rows))\n</code>",
    ];
    const tools = { ...createScriptedTools({ replies, contextSize: 16_000 }), executor };
    const files = [{ path: "in.csv", bytes: new TextEncoder().encode("n\n41\n") }];
    const outcome = await runCodeAgent({ ...request, files }, tools, never);
    expect(outcome).toMatchObject({ status: "ok", attempts: [{}, {}, {}] });
    expect(outcome.final?.execution?.result.files).toMatchObject([{ path: "out.txt", size: 2, change: "new" }]);
    expect(data(tools, "observe-end")[1]?.error).toEqual({
      type: "AgentExecutionError",
      message: expect.stringContaining("Code execution failed at line 'rows['x']' due to: InterpreterError: Could not index"),
    });
  });

  test("the demo's own steps solve their tasks", async () => {
    const model = new ScriptedModel({ delayMs: 0 });
    await model.load(demoModel, never);
    for (const [task, answer, steps] of [
      ["What is the sum of all prime numbers below 1000?", "76127", 2],
      ['Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".', "246.5", 3],
    ] as const) {
      const tools = { ...createScriptedTools({}), model, executor };
      const outcome = await runCodeAgent({ ...request, task }, tools, never);
      expect(outcome).toMatchObject({ status: "ok", final: { execution: { result: { result: { data: { "text/plain": answer } } } } } });
      expect(outcome.attempts).toHaveLength(steps);
    }
  });
});
