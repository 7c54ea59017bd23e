import { describe, expect, test } from "vitest";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request } from "#agent/testing/task-for-tests.ts";
import { runTask } from "./run-task.ts";

describe("what may go wrong around the loop", () => {
  test("a log that cannot be written is told, never claimed", async () => {
    const outcome = await runTask(request, createScriptedTools({ replies: [program("print(1)")], logFault: "the disk is full" }), never);
    expect(outcome).toMatchObject({ status: "ok", log: { ok: false, message: "the disk is full" } });
  });

  test("files that cannot be kept are told", async () => {
    const outcome = await runTask(
      { ...request, files: [{ path: "a.txt", bytes: new Uint8Array([1]) }] },
      createScriptedTools({ replies: [program("print(1)")], storeFault: "no room" }),
      never,
    );
    expect(outcome.problems).toEqual(["a.txt was not kept: no room"]);
  });

  test("no model", async () => {
    const outcome = await runTask(request, createScriptedTools({}), never);
    expect(outcome).toMatchObject({ status: "error", fault: { code: "SK-NO-MODEL" }, model: null });
  });

  test("an engine's fault ends the run: another attempt would not cure it", async () => {
    const fault = { code: "SK-DEVICE-LOST", message: "gone", advice: "again" };
    const tools = createScriptedTools({ replies: [{ text: "", fault }] });
    expect(await runTask(request, tools, never)).toMatchObject({ status: "error", fault, reason: "gone" });
    expect(tools.requests).toHaveLength(1);
  });

  test("a task that does not fit the context is not sent", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")], contextSize: 512 });
    const outcome = await runTask({ ...request, task: "word ".repeat(2_000) }, tools, never);
    expect(outcome).toMatchObject({ status: "error", fault: { code: "SK-CONTEXT" } });
    expect(tools.requests).toHaveLength(0);
  });

  test("why a task was not sent, and what to do, is in the run's end", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")], contextSize: 512 });
    await runTask({ ...request, task: "word ".repeat(2_000) }, tools, never);
    expect(data(tools, "run-end")[0]).toMatchObject({ fault: { code: "SK-CONTEXT", advice: expect.stringMatching(/Shorten the task/) } });
  });

  test("rows that were pasted do not keep a task from being sent: they are a file", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")], contextSize: 512 });
    const rows = Array.from({ length: 300 }, (_, index) => `name ${index},${index}`);
    expect(await runTask({ ...request, task: `Sum the amounts.\n\nname,amount\n${rows.join("\n")}` }, tools, never)).toMatchObject({ status: "ok" });
    expect(tools.requests[0]?.messages.at(-1)?.content).toMatch(/297 more rows: all of them are in the file 'data\.csv'/);
  });

  test("an engine that finds the prompt too long after all gets a shorter one", async () => {
    const fault = { code: "SK-CONTEXT", message: "too long", advice: "shorten" };
    const files = [{ path: "sales.csv", bytes: new TextEncoder().encode(`date,amount\n${"2026-01-01,10000000\n".repeat(40)}`) }];
    const tools = createScriptedTools({ replies: [{ text: "", fault }, program("print(1)")], contextSize: 340 });
    expect(await runTask({ ...request, task: "word ".repeat(60), files, maxTokens: 100 }, tools, never)).toMatchObject({ status: "ok", fault: null });
    const [first, second] = tools.requests.map(({ messages }) => messages.map(({ content }) => content).join("").length);
    expect(second).toBeLessThan(first ?? 0);
  });

  test("prompts stay within a small context beside the reply", async () => {
    const tools = createScriptedTools({ replies: [program("print(1 / 0)")], contextSize: 600, run: () => raised("ZeroDivisionError", "x".repeat(3_000)) });
    await runTask({ ...request, task: "word ".repeat(100) }, tools, never);
    for (const { messages, maxTokens } of tools.requests) {
      const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
      expect(characters / 4 + maxTokens).toBeLessThanOrEqual(600);
    }
  });

  test("a collaborator that throws ends the run with a fault of Skep's own, and an ended log", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")] });
    const outcome = await runTask(request, { ...tools, executor: { ...tools.executor, compile: () => Promise.reject(new Error("boom")) } }, never);
    expect(outcome).toMatchObject({ status: "error", fault: { code: "SK-INTERNAL", message: "Skep itself failed: boom" } });
    expect(tools.events.at(-1)?.type).toBe("run-end");
  });
});
