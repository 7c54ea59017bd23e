import { expect, test } from "vitest";
import { runTask } from "#agent/run-task.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { createScriptedTools } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request, types } from "#agent/testing/task-for-tests.ts";

const task: TaskRequest = { ...request, task: "Print the multiples of 7 up to 70, one per line.", mode: "fast" };
const WRONG = "for i in range(1, 71):\n    print(i)";
const RIGHT = "for i in range(7, 71, 7):\n    print(i)";
const printed = (code: string) => ({ output: [{ stream: "stdout" as const, text: code.includes("7, 71") ? "7\n14\n21\n" : "1\n2\n3\n" }] });

test("a program that leaves out a value of the task is doubted: another is asked for, with the value named, and counts", async () => {
  const tools = createScriptedTools({ replies: [program(WRONG), program(RIGHT)], run: printed });
  const outcome = await runTask(task, tools, never);
  expect(outcome).toMatchObject({ status: "ok", final: { code: RIGHT, plan: { strategy: "second-look", constraints: ["Use these values of the task: 7."] } } });
  expect(tools.requests[1]?.messages.at(-1)?.content).toContain("Use these values of the task: 7.");
  expect(types(tools)).toContain("answer-check");
  expect(data(tools, "answer-check")[0]).toMatchObject({ attempt: 1, findings: [{ check: "asked-values" }] });
  expect(data(tools, "repair-start")[0]).toMatchObject({ attempt: 2, strategy: "second-look", reason: expect.stringContaining("speaks of 7") });
  expect(data(tools, "agreement-end")[0]).toMatchObject({ chosen: 2 });
});

test("an answer in one line is doubted where one per line is asked for", async () => {
  const list = "print([7, 14, 70])";
  const tools = createScriptedTools({
    replies: [program(list), program(RIGHT)],
    run: (code) => (code === list ? { output: [{ stream: "stdout", text: "[7, 14, 70]\n" }] } : printed(code)),
  });
  expect((await runTask(task, tools, never)).final?.code).toBe(RIGHT);
  expect(data(tools, "answer-check")[0]?.findings.map((finding) => finding.check)).toContain("asked-lines");
});

test("where nothing better comes, the doubted answer stands, and its doubts are told", async () => {
  const tools = createScriptedTools({ replies: [program(WRONG), program(WRONG), program(WRONG)], run: printed });
  const outcome = await runTask(task, tools, never);
  expect(outcome).toMatchObject({ status: "ok", final: { number: 1, code: WRONG } });
  expect(outcome.attempts).toHaveLength(task.attemptLimit);
  expect(tools.executed).toEqual([WRONG]);
});

test("one that fits outweighs two that agree and do not", async () => {
  const tools = createScriptedTools({ replies: [program(WRONG), program(`${WRONG}  # again`), program(RIGHT), program(RIGHT)], run: printed });
  expect((await runTask({ ...task, mode: "careful" }, tools, never)).final?.code).toBe(RIGHT);
});

test("larger models see the program that they are to look at again, small ones do not", async () => {
  for (const [model, seen] of [
    ["Llama-3.1-8B", true],
    ["Qwen2.5-Coder-0.5B", false],
  ] as const) {
    const tools = createScriptedTools({ replies: [program(WRONG), program(RIGHT)], run: printed, model });
    await runTask(task, tools, never);
    expect(tools.requests[1]?.messages.some((message) => message.role === "assistant" && message.content.includes(WRONG))).toBe(seen);
  }
});

test("a program that reaches beyond its sandbox is not followed by another", async () => {
  const asks = `import urllib.request\n${WRONG}\nurllib.request.urlopen("https://example.org")`;
  const tools = createScriptedTools({ replies: [program(asks), program(RIGHT)], run: printed });
  await runTask(task, { ...tools, executor: { ...tools.executor, capabilities: { ...tools.executor.capabilities, network: true } } }, never);
  expect(tools.executed).toEqual([asks]);
});

test("a doubt about means takes nothing from the vote, and among equal answers the program without doubts is taken", async () => {
  const asked = { ...task, task: "Print the mean without numpy." };
  const withNumpy = "import numpy as np\nprint(np.mean([3, 5]))";
  const by = (text: string) => ({ output: [{ stream: "stdout" as const, text }] });
  const plain = (wrong: boolean) => (wrong ? "print(3 + 5)" : "print((3 + 5) / 2)");
  for (const wrong of [true, false]) {
    const tools = createScriptedTools({
      replies: [program(withNumpy), program(plain(wrong))],
      run: (code) => by(code === plain(true) ? "8\n" : "4.0\n"),
    });
    expect((await runTask(asked, tools, never)).final?.code).toBe(wrong ? withNumpy : plain(false));
  }
});
