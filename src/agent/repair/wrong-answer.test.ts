import { describe, expect, test } from "vitest";
import { runTask } from "#agent/run-task.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { createScriptedTools } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request } from "#agent/testing/task-for-tests.ts";
import type { WrongAnswer } from "#domain/wrong-answer.ts";

const shown = (text: string) => ({ output: [{ stream: "stdout" as const, text }] });
const run = (code: string) => shown(/print\((.*?)\)/.exec(code)?.[1] ?? "");
const wrong: WrongAnswer = { words: "Count the first one, too.", code: "print(41)", shown: { ...shown("41\n"), displays: [], result: null } };
const again: TaskRequest = { ...request, wrong, useLibrary: false };

describe("an answer that a person marked wrong", () => {
  test("starts a repair with their words, which is in the log as one", async () => {
    const tools = createScriptedTools({ model: "test-3B", replies: [program("print(42)")], run });
    expect(await runTask(again, tools, never)).toMatchObject({ status: "ok", final: { code: "print(42)" } });
    expect(data(tools, "repair-start")).toEqual([
      {
        attempt: 1,
        reason: "marked wrong: Count the first one, too.",
        constraints: ["An earlier answer was wrong: Count the first one, too."],
        strategy: "correct",
      },
    ]);
    const [asked] = tools.requests;
    expect(asked?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(asked?.messages[2]?.content).toContain("print(41)");
    expect(asked?.messages[3]?.content).toMatch(/its answer is wrong\.\nIt showed:\n41[\s\S]*Count the first one, too\./);
  });

  test("is written anew by a small model, with the words", async () => {
    const tools = createScriptedTools({ model: "test-0.5B", replies: [program("print(42)")], run });
    await runTask(again, tools, never);
    const [asked] = tools.requests;
    expect(asked?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(asked?.messages[1]?.content).toMatch(/Count the first one, too\./);
    expect(asked?.messages[1]?.content).not.toContain("print(41)");
    expect(asked?.temperature ?? 0).toBeGreaterThan(0);
  });

  test("is not accepted again: neither its program, which is not run, nor what it showed", async () => {
    const tools = createScriptedTools({ replies: [program("print(41)  # sure"), program("x = 1\nprint(41.0)"), program("print(42)")], run });
    expect(await runTask(again, tools, never)).toMatchObject({ status: "ok", final: { number: 3 } });
    expect(tools.executed).toEqual(["x = 1\nprint(41.0)", "print(42)"]);
    expect(data(tools, "repair-start").map(({ reason }) => reason)).toEqual([
      "marked wrong: Count the first one, too.",
      "the program is the one whose answer was marked wrong",
      "the answer is still the one that was marked wrong",
    ]);
  });

  test("leaves the run without an answer when nothing else comes", async () => {
    const tools = createScriptedTools({ replies: ["a", "b", "c"].map((name) => program(`${name} = 1\nprint(41)`)), run });
    expect(await runTask(again, tools, never)).toMatchObject({ status: "error", reason: "the answer is still the one that was marked wrong" });
  });

  test("has no vote in the careful mode", async () => {
    const tools = createScriptedTools({ replies: ["41", "42", "41.0", "42.0"].map((text) => program(`a = ${text}\nb = a * 1\nprint(${text})`)), run });
    expect(await runTask({ ...again, mode: "careful" }, tools, never)).toMatchObject({ status: "ok", agreement: { confidence: 1, chosen: { number: 2 } } });
  });

  test("may be a picture: another picture is another answer", async () => {
    const figure = (bytes: string) => ({ displays: [{ data: { "image/png": bytes }, metadata: {} }] });
    const picture: WrongAnswer = { words: "", code: null, shown: { output: [], ...figure("AAAA"), result: null } };
    const draw = (name: string) => program(`import matplotlib.pyplot as plt\nplt.plot([1], label="${name}")\nplt.show()`);
    const tools = createScriptedTools({ replies: [draw("same"), draw("new")], run: (code) => figure(code.includes("same") ? "AAAA" : "BBBB") });
    expect(await runTask({ ...again, wrong: picture }, tools, never)).toMatchObject({ status: "ok", final: { number: 2 } });
  });
});
