import { describe, expect, test } from "vitest";
import { createScriptedTools, type Script, type ScriptedTools } from "#agent/testing/scripted-tools.ts";
import { data, never, types } from "#agent/testing/task-for-tests.ts";
import type { ExecutionResult } from "#domain/execution-result.ts";
import type { ProgramSession, StepOutcome } from "#sandbox/port.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";
import recorded from "./fixtures/code-agent.json" with { type: "json" };
import { runCodeAgent } from "./run-code-agent.ts";

const request: CodeAgentRequest = {
  task: "How many letters has the longest word?",
  files: [],
  limits: { timeoutMs: 5_000, outputLimit: 10_000, memoryMiB: 256 },
  approval: "auto",
  seed: 7,
  temperature: 0,
  maxTokens: 768,
  constraints: [],
  wrong: null,
  stepLimit: 20,
  codeTags: "code",
};

type Played = Partial<StepOutcome> & { readonly result?: Partial<ExecutionResult>; readonly dies?: boolean };

/** Scripted collaborators with a session whose programs end one after the other as given. */
function toolsWith(script: Script, played: readonly Played[]): ScriptedTools & { readonly closed: () => boolean } {
  const tools = createScriptedTools({ contextSize: 16_000, ...script });
  let at = 0;
  let alive = false;
  let closed = false;
  const session: ProgramSession = {
    get alive() {
      return alive;
    },
    execute: async (run, onProgress, signal) => {
      const { result = {}, dies = false, ...step } = played[at] ?? {};
      at += 1;
      alive = !dies;
      const { result: ran, files } = await tools.executor.execute(run, onProgress, signal);
      const status = step.error == null ? ran.status : "error";
      return { result: { ...ran, status, ...result }, files, step: { finalAnswer: false, logs: "", lastOutput: "None", error: null, ...step } };
    },
    close: () => {
      closed = true;
    },
  };
  // None of the scripted replies is Python as a whole.
  const compile = async () => ({ message: "invalid syntax", line: 1, column: 1 });
  return { ...tools, executor: { ...tools.executor, compile, openSession: () => session }, closed: () => closed };
}

const code = (text: string): string => `Thought: so\n<code>\n${text}\n</code>`;

describe("beside a recording of smolagents' own CodeAgent", () => {
  test.each(Object.entries(recorded.runs))("%s: the same messages, programs, observations and errors", async (_name, run) => {
    const tools = toolsWith({ replies: run.replies }, run.runs);
    const outcome = await runCodeAgent({ ...request, stepLimit: run.maxSteps, codeTags: run.tags as "code" | "markdown" }, tools, never);
    const asked = tools.requests.map(({ messages }) => messages.filter(({ role }) => role !== "system"));
    // The last question, once the steps are used up, is in our own words.
    const own = run.state === "max_steps_error" ? -1 : run.calls.length;
    expect(asked.slice(0, own)).toEqual(run.calls.map(({ messages }) => messages).slice(0, own));
    expect(tools.executed).toEqual(run.runs.map((one) => one.code));
    expect(data(tools, "observe-end")).toEqual(
      run.steps.map((step) => ({ attempt: step.number, observation: step.observations, error: step.error, finalAnswer: step.final })),
    );
    expect(
      data(tools, "generate-end")
        .map(({ reply }) => reply)
        .slice(0, run.steps.length),
    ).toEqual(run.steps.map((step) => step.output ?? run.output));
    expect(outcome.status).toBe(run.state === "success" ? "ok" : "error");
    expect(tools.closed()).toBe(true);
  });
});

describe("the loop", () => {
  test("logs each step as attempts are logged, and the answer ends it", async () => {
    const tools = toolsWith({ replies: [code("x = 1"), code("final_answer(x)")] }, [{ lastOutput: "1" }, { finalAnswer: true, lastOutput: "1" }]);
    const outcome = await runCodeAgent(request, tools, never);
    const step = ["generate-start", "generate-end", "check-end", "execute-start", "execute-output", "execute-end", "observe-end"];
    expect(types(tools)).toEqual(["run-start", ...step, ...step, "run-end"]);
    expect(tools.logged).toEqual(tools.events);
    expect(data(tools, "run-start")[0]).toMatchObject({ loop: "code-agent", attemptLimit: 20, kind: "task" });
    expect(outcome).toMatchObject({ status: "ok", reason: null, final: { number: 2, code: "final_answer(x)" }, tokens: { prompt: 20, completion: 40 } });
    expect(tools.requests.map(({ seed }) => seed)).toEqual([7, 8]);
  });

  test("names the conventions in its first message, and the place in the executor's words", async () => {
    const tools = toolsWith({ replies: [code("final_answer(1)")] }, [{ finalAnswer: true }]);
    await runCodeAgent({ ...request, codeTags: "markdown" }, tools, never);
    const system = tools.requests[0]?.messages[0]?.content ?? "";
    expect(system).toContain("between '```python' and '```'");
    expect(system).toContain("- Packages: numpy 2.4.6.");
  });

  test("is told what must hold, and what a person said of an earlier answer", async () => {
    const tools = toolsWith({ replies: [code("final_answer(1)")] }, [{ finalAnswer: true }]);
    const wrong = { code: "print(5)", shown: null, words: "it is even" };
    await runCodeAgent({ ...request, constraints: ["Count vowels only."], wrong }, tools, never);
    expect(tools.requests[0]?.messages[1]?.content).toBe(`New task:\n${request.task}\nCount vowels only.\nAn earlier answer was wrong: it is even`);
  });

  test("used-up steps are no success: the model's last words are told, and the reason", async () => {
    const tools = toolsWith({ replies: [code("x = 1"), code("x = 2"), "It is 2."] }, []);
    const outcome = await runCodeAgent({ ...request, stepLimit: 2 }, tools, never);
    expect(outcome).toMatchObject({ status: "error", reason: "Reached max steps (2) without final_answer. The model's last words: It is 2." });
    expect(outcome.attempts).toHaveLength(3);
    expect(data(tools, "observe-end").at(-1)).toMatchObject({ attempt: 3, error: { type: "AgentMaxStepsError", message: "Reached max steps." } });
  });

  test("a step that had to be ended tells the model that its variables are gone, and goes on", async () => {
    const tools = toolsWith({ replies: [code("while True: pass"), code("final_answer(1)")] }, [
      { dies: true, result: { status: "timeout", exitCode: null, limit: { name: "wall-time", kept: null } } },
      { finalAnswer: true },
    ]);
    expect((await runCodeAgent(request, tools, never)).status).toBe("ok");
    const told = data(tools, "observe-end")[0]?.error?.message ?? "";
    expect(told).toContain("Code execution exceeded the maximum execution time of 5 seconds");
    expect(told).toContain("variables, functions and imports of earlier steps are gone");
  });

  test("a place that fails ends the run with its reason; the steps so far are kept", async () => {
    const error = { name: "SK-EXECUTOR-ABSENT", message: "The smolagents package is not on this host.", frames: [], traceback: "" };
    const tools = toolsWith({ replies: [code("x = 1"), code("x = 2")] }, [{}, { result: { status: "error", error } }]);
    const outcome = await runCodeAgent(request, tools, never);
    expect(outcome).toMatchObject({ status: "error", fault: { code: "SK-EXECUTOR-ABSENT" }, reason: "The smolagents package is not on this host." });
    expect(outcome.attempts).toHaveLength(2);
  });

  test("an executor that keeps nothing is refused before the model is asked", async () => {
    const tools = createScriptedTools({ replies: [code("1")] });
    const outcome = await runCodeAgent(request, tools, never);
    expect(outcome).toMatchObject({ status: "error", fault: { code: "SK-LOOP-STATE", message: expect.stringContaining("the executor scripted keeps none") } });
    expect(tools.requests).toEqual([]);
    expect(types(tools)).toEqual(["run-start", "run-end"]);
  });

  test("Stop ends it in generation and in execution, with the steps so far", async () => {
    const writing = new AbortController();
    const first = toolsWith({ replies: [code("x = 1"), { text: "Thought: ", hang: true }], onHang: () => writing.abort() }, []);
    expect(await runCodeAgent(request, first, writing.signal)).toMatchObject({ status: "aborted", attempts: [{ code: "x = 1" }, { stopped: "aborted" }] });
    const running = new AbortController();
    const second = toolsWith({ replies: [code("while True: pass")], run: () => "hang", onHang: () => running.abort() }, []);
    expect(await runCodeAgent(request, second, running.signal)).toMatchObject({ status: "aborted", reason: "stopped by the person" });
    expect(second.closed()).toBe(true);
  });

  test("a person's no ends it before anything has run", async () => {
    const tools = toolsWith({ replies: [code("x = 1")], approve: () => false }, []);
    expect(await runCodeAgent({ ...request, approval: "ask" }, tools, never)).toMatchObject({ status: "refused" });
    expect(tools.executed).toEqual([]);
  });

  test("an engine that fails ends it with its fault", async () => {
    const fault = { code: "SK-ENGINE", message: "The engine is gone.", advice: "Load it again." };
    const tools = toolsWith({ replies: [{ text: "Thought", fault }] }, []);
    expect(await runCodeAgent(request, tools, never)).toMatchObject({ status: "error", fault });
    expect(await runCodeAgent(request, toolsWith({}, []), never)).toMatchObject({ fault: { code: "SK-NO-MODEL" } });
  });

  test("a long past is cut to the model's context; a task that is too long is said to be", async () => {
    const long = "x".repeat(3000);
    const replies = [...Array.from({ length: 9 }, () => code("print(1)")), code("final_answer(1)")];
    const played = [...Array.from({ length: 9 }, () => ({ logs: long })), { finalAnswer: true }];
    const tools = toolsWith({ replies, contextSize: 4096 }, played);
    expect((await runCodeAgent(request, tools, never)).status).toBe("ok");
    const last = tools.requests.at(-1)?.messages ?? [];
    expect(last.reduce((sum, { content }) => sum + content.length / 4 + 8, 0)).toBeLessThan(4096 - 768 + 20);
    expect(last[1]?.content).toContain(request.task);
    expect(last.at(-1)?.content).toContain("truncated to stay below");
    const small = toolsWith({ replies, contextSize: 512 }, played);
    expect(await runCodeAgent(request, small, never)).toMatchObject({ fault: { code: "SK-CONTEXT" } });
  });
});
