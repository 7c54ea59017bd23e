import { describe, expect, test } from "vitest";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request } from "#agent/testing/task-for-tests.ts";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import { runTask } from "./run-task.ts";
import type { TaskRequest } from "./task-request.ts";

describe("the library", () => {
  const snippet = (code: string): Snippet => ({
    ...UNPROVEN,
    id: "s1",
    name: "answer",
    description: "Prints the answer.",
    code,
    tags: [],
    status: "core",
    version: 1,
    provenance: { run: null, model: null, task: null },
    createdAt: "2026-11-30T00:00:00.000Z",
    updatedAt: "2026-11-30T00:00:00.000Z",
  });
  const tool: Snippet = {
    ...snippet("def half(n: int) -> float:\n    return n / 2"),
    name: "half",
    tool: {
      name: "half",
      description: "Halves a number.",
      parameters: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
      returns: "float",
    },
  };

  test("a core tool without parameters answers with no model tokens", async () => {
    const tools = createScriptedTools({ replies: [], snippets: [snippet("def answer():\n    return 42")] });
    const outcome = await runTask(request, tools, never);
    expect(outcome).toMatchObject({ status: "ok", tokens: { prompt: 0, completion: 0 } });
    expect(tools.executed).toEqual(["def answer():\n    return 42\n\nanswer()"]);
    expect(data(tools, "match-end")[0]).toMatchObject({ chosen: "s1", threshold: 0.75 });
  });

  test("a tool that needs values is called with those that the model fills in, held against its schema", async () => {
    const tools = createScriptedTools({
      replies: ['{"tool": "half", "arguments": {"n": 8}}'],
      snippets: [tool],
      callTool: async (_id, args) =>
        "n" in args
          ? { ok: true, code: `print(${JSON.stringify(args)})`, files: [{ path: "skep_call.py", bytes: new Uint8Array([35]) }] }
          : { ok: false, problems: [{ path: "n", message: "is missing" }] },
    });
    const outcome = await runTask(request, tools, never);
    expect(outcome).toMatchObject({ status: "ok", attempts: [{ plan: { strategy: "library" } }], tokens: { prompt: 10, completion: 20 } });
    expect(tools.executed).toEqual(['print({"n":8})']);
    expect(data(tools, "match-end")[0]).toMatchObject({ chosen: "s1", reason: 'the model chose half with {"n":8}' });
    expect(JSON.stringify(tools.requests[0]?.schema)).toMatch(/"const":"half".*"n":\{"type":"integer"\}.*"const":"none"/);
    expect(tools.requests[0]?.messages.at(-1)?.content).toMatch(/- half\(n: integer\): Halves a number\./);
  });

  test.each([
    ["a low score", [0.2], [program("print(42)")], "scores 0.20"],
    ["a model that chooses none", [0.9], ['{"tool": "none"}', program("print(42)")], "chose none"],
    ["a choice that is no JSON", [0.9], ["half", program("print(42)")], "not JSON"],
    ["arguments that do not fit", [0.9], ['{"tool": "half", "arguments": {"n": "x"}}', program("print(42)")], "does not fit"],
  ])("%s leaves it to new code", async (_title, scores, replies, reason) => {
    const tools = createScriptedTools({
      replies,
      snippets: [tool],
      scores,
      callTool: async () => ({ ok: false, problems: [{ path: "n", message: "is no number" }] }),
    });
    expect((await runTask(request, tools, never)).status).toBe("ok");
    expect(tools.executed).toEqual(["print(42)"]);
    expect(data(tools, "match-end")[0]).toMatchObject({ chosen: null, reason: expect.stringContaining(reason) });
  });

  test("tools that are not core, or out of use, are left alone; new code can be asked for", async () => {
    const free = snippet("def answer():\n    return 42");
    for (const snippets of [[{ ...free, status: "reviewed" as const }], [{ ...free, deprecated: { time: "", reason: "old" } }]]) {
      const tools = createScriptedTools({ replies: [program("print(42)")], snippets });
      await runTask(request, tools, never);
      expect(tools.executed).toEqual(["print(42)"]);
    }
    const tools = createScriptedTools({ replies: [program("print(42)")], snippets: [free] });
    await runTask({ ...request, useLibrary: false }, tools, never);
    expect(data(tools, "match-end")[0]).toMatchObject({ candidates: [], chosen: null, reason: "new code was asked for" });
  });

  test("a tool that fails is followed by new code, and does not use up an attempt", async () => {
    const tools = createScriptedTools({
      replies: [program("print(42)")],
      snippets: [snippet("def answer():\n    return 1 / 0")],
      run: (code) => (code.includes("/ 0") ? raised("ZeroDivisionError", "division by zero") : { output: [{ stream: "stdout", text: "42" }] }),
    });
    const outcome = await runTask({ ...request, attemptLimit: 1 }, tools, never);
    expect(outcome).toMatchObject({ status: "ok", attempts: [{ plan: { strategy: "library" } }, { number: 2 }] });
  });
});

describe("agreement", () => {
  const careful: TaskRequest = { ...request, mode: "careful", candidateLimit: 5 };
  const answers = (code: string) => ({ output: [{ stream: "stdout" as const, text: /say\("(.*?)"\)/.exec(code)?.[1] ?? "" }] });
  const say = (text: string, note = "") => program(`def say(text):\n    print(text)\nsay("${text}")${note}`);

  test("the careful mode ends as soon as two programs agree, whatever their words", async () => {
    const tools = createScriptedTools({ replies: [say("The sum is 5"), say("Sum: 6"), say("6.0 it is"), say("7")], run: answers });
    const outcome = await runTask(careful, tools, never);
    expect(outcome).toMatchObject({ status: "ok", final: { number: 2 }, agreement: { confidence: 0.67 } });
    expect(tools.requests).toHaveLength(3);
    expect(data(tools, "agreement-end")).toEqual([
      {
        answers: [
          { text: "Sum: 6", attempts: [2, 3], weight: 2 },
          { text: "The sum is 5", attempts: [1], weight: 1 },
        ],
        chosen: 2,
        confidence: 0.67,
        reason: "2 of 3 programs gave this answer",
      },
    ]);
    expect(data(tools, "run-end")[0]).toMatchObject({ status: "ok", attempts: 3, tokens: { completion: 60 } });
    expect(tools.requests.map((asked) => asked.temperature > 0)).toEqual([false, false, true]);
    expect(new Set(tools.requests.map((asked) => asked.messages.at(-1)?.content)).size).toBe(3);
    expect(tools.requests.every((asked) => asked.messages.at(-1)?.content.startsWith("Print the answer."))).toBe(true);
  });

  test("the same program again is a vote, and is not run again", async () => {
    const tools = createScriptedTools({ replies: [say("5"), say("5", "  # again")], run: answers });
    const outcome = await runTask(careful, tools, never);
    expect(outcome).toMatchObject({ status: "ok", final: { number: 1 }, agreement: { confidence: 1 } });
    expect(tools.executed).toHaveLength(1);
  });

  test("without agreement the first answer counts, with low confidence", async () => {
    const tools = createScriptedTools({ replies: ["1", "2", "3", "4", "5", "6"].map((text) => say(text)), run: answers });
    const outcome = await runTask(careful, tools, never);
    expect(outcome).toMatchObject({ status: "ok", final: { number: 1 }, agreement: { confidence: 0.2 } });
    expect(tools.requests).toHaveLength(5);
  });

  test("simulations agree when they are near, other programs do not", async () => {
    const near = (note: string) => ["Sum: 0.1723", "0.1675", "0.31"].map((text) => program(`${note}\ndef say(text):\n    print(text)\nsay("${text}")`));
    const random = createScriptedTools({ replies: near("import random"), run: answers });
    expect(await runTask(careful, random, never)).toMatchObject({ final: { number: 1 }, agreement: { confidence: 1 } });
    expect(random.requests).toHaveLength(2);
    const exact = createScriptedTools({ replies: near("import math"), run: answers });
    expect(await runTask({ ...careful, candidateLimit: 3 }, exact, never)).toMatchObject({ agreement: { confidence: 0.33 } });
  });

  test("a program that repeats another nearly word for word is hardly a vote where a third answers otherwise", async () => {
    const loop = (end: string) => program(`total = 0\nfor number in range(${end}):\n    total += number\nprint(total)`);
    const runs = (code: string) => ({ output: [{ stream: "stdout" as const, text: code.includes("sum(") ? "55" : code.includes("while") ? "55.0" : "45" }] });
    const other = program("print(sum(range(11)))");
    const third = program("n = 0\nt = 0\nwhile n <= 10:\n    t += n\n    n += 1\nprint(float(t))");
    const tools = createScriptedTools({ replies: [loop("10"), other, loop("0, 10"), third], run: runs });
    const outcome = await runTask(careful, tools, never);
    expect(outcome.agreement?.answers).toMatchObject([
      { attempts: [2, 4], weight: 2 },
      { attempts: [1, 3], weight: 1.4 },
    ]);
  });

  test("the thorough mode asks as often as it is told", async () => {
    const tools = createScriptedTools({ replies: [say("1"), say("1 "), say("2"), say("2 "), say("2  ")], run: answers });
    expect(await runTask({ ...careful, mode: "thorough" }, tools, never)).toMatchObject({ final: { number: 3 }, agreement: { confidence: 0.56 } });
  });

  test("a failed program is repaired first, and further ones that fail have no vote", async () => {
    const tools = createScriptedTools({
      replies: [program("print(1 / 0)"), say("3"), program("print(2 / 0)"), say("3 ")],
      run: (code) => (code.includes("/ 0") ? raised("ZeroDivisionError", "division by zero") : answers(code)),
    });
    expect(await runTask(careful, tools, never)).toMatchObject({ status: "ok", final: { number: 2 }, agreement: { confidence: 1 } });
    for (const { messages } of tools.requests.slice(1)) expect(messages.at(-1)?.content).toMatch(/divisor is not zero/);
  });

  test("programs that may be compared may also be used up to get one that works", async () => {
    const failing = ["1", "2", "3", "4"].map((digit) => program(`print(${digit} / 0)`));
    const tools = createScriptedTools({
      replies: [...failing, say("3")],
      run: (code) => (code.includes("/ 0") ? raised("ZeroDivisionError", "division by zero") : answers(code)),
    });
    expect(await runTask(careful, tools, never)).toMatchObject({ status: "ok", final: { number: 5 }, agreement: null });
  });

  test.each([
    ["a program that writes a file", "open('a.txt', 'w').write('x')\nprint(1)", { output: [{ stream: "stdout" as const, text: "1" }] }],
    [
      "an answer that is only a picture",
      "import matplotlib.pyplot as plt\nplt.plot([1])\nplt.show()",
      { displays: [{ data: { "image/png": "aGk=" }, metadata: {} }] },
    ],
  ])("%s stands alone", async (_title, code, shown) => {
    const tools = createScriptedTools({ replies: [program(code), say("2")], run: () => shown });
    expect(await runTask(careful, tools, never)).toMatchObject({ status: "ok", agreement: null });
    expect(tools.requests).toHaveLength(1);
  });

  test("Stop between two programs keeps the answer that is there", async () => {
    const stop = new AbortController();
    const tools = createScriptedTools({ replies: [say("1"), { text: "```python\n", hang: true }], run: answers, onHang: () => stop.abort() });
    expect(await runTask(careful, tools, stop.signal)).toMatchObject({ status: "aborted", final: { number: 1 } });
  });
});
