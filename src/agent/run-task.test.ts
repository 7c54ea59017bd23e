import { describe, expect, test } from "vitest";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request, SILENT, types } from "#agent/testing/task-for-tests.ts";
import { runTask } from "./run-task.ts";

describe("a task that works", () => {
  test("first try: every step in order, in the log as in the view", async () => {
    const tools = createScriptedTools({ replies: [program("print(6 * 7)")] });
    const outcome = await runTask(request, tools, never);
    expect(outcome).toMatchObject({ status: "ok", reason: null, fault: null, log: { ok: true }, tokens: { prompt: 10, completion: 20 }, decodeRate: 5 });
    expect(types(tools)).toEqual([
      "run-start",
      "match-end",
      "generate-start",
      "generate-end",
      "check-end",
      "execute-start",
      "execute-output",
      "execute-end",
      "run-end",
    ]);
    expect(tools.logged).toEqual(tools.events);
    expect(tools.executed).toEqual(["print(6 * 7)"]);
    expect(data(tools, "run-end")[0]).toMatchObject({
      status: "ok",
      attempts: 1,
      seed: 7,
      tokens: { prompt: 10, completion: 20 },
      model: { model: "test-0.5B", demo: false },
    });
    expect(data(tools, "check-end")[0]?.codeHash).toBe(data(tools, "run-end")[0]?.codeHash);
    expect(data(tools, "generate-start")[0]?.promptHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("the generation ends when the program is closed: prose behind it costs nothing", async () => {
    const tools = createScriptedTools({ replies: [`${program("print(1)")}${" and so on".repeat(500)}`] });
    await runTask(request, tools, never);
    expect(data(tools, "generate-end")[0]).toMatchObject({ finish: "stop" });
    expect(data(tools, "generate-end")[0]?.reply.length).toBeLessThan(120);
  });

  test("each run has its own id", async () => {
    const outcomes = [
      await runTask(request, createScriptedTools({ replies: [program("print(1)")] }), never),
      await runTask(request, createScriptedTools({ replies: [program("print(1)")] }), never),
    ];
    expect(new Set(outcomes.map((outcome) => outcome.run)).size).toBe(2);
    expect(outcomes[0]?.run).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("repair", () => {
  test("an exception is told with its line and what to do, and the next program is run", async () => {
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [program("print(open('data.csv').read())"), program("print(42)")],
      run: (code) =>
        code.includes("open")
          ? raised("FileNotFoundError", "[Errno 44] No such file or directory: 'data.csv'", 1, "print(open('data.csv').read())")
          : { output: [{ stream: "stdout", text: "42" }] },
    });
    const outcome = await runTask(request, tools, never);
    expect(outcome).toMatchObject({ status: "ok", attempts: [{ number: 1 }, { number: 2 }], final: { number: 2 } });
    expect(data(tools, "repair-start")[0]).toMatchObject({ attempt: 2, strategy: "correct" });
    expect(data(tools, "repair-start")[0]?.constraints.join()).toMatch(/There is no file 'data\.csv'/);
    const asked = tools.requests[1]?.messages.at(-1)?.content ?? "";
    expect(asked).toMatch(/Line 1: print\(open/);
    expect(asked).toMatch(/FileNotFoundError/);
    expect(tools.requests[1]?.seed).toBe(8);
  });

  test("a syntax error goes back without a run", async () => {
    const tools = createScriptedTools({ model: "test-3B", replies: [program("print((1)"), program("print(1)")] });
    expect((await runTask(request, tools, never)).status).toBe("ok");
    expect(tools.executed).toEqual(["print(1)"]);
    expect(data(tools, "check-end")[0]).toMatchObject({ passed: false, findings: [{ check: "syntax", line: 1 }] });
    expect(tools.requests[1]?.messages.at(-1)?.content).toMatch(/never closed[\s\S]*Close every bracket/);
  });

  test("a static error goes back without a run", async () => {
    const tools = createScriptedTools({ replies: [program("name = input()\nprint(name)"), program("print(1)")] });
    expect((await runTask(request, tools, never)).status).toBe("ok");
    expect(tools.executed).toEqual(["print(1)"]);
  });

  test("the same program is never run twice, and the strategy changes", async () => {
    const same = program("print(1 / 0)");
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [same, program("print(1 / 0)  # corrected"), program("print(2)")],
      run: (code) =>
        code.includes("/ 0") ? raised("ZeroDivisionError", "division by zero", 1, "print(1 / 0)") : { output: [{ stream: "stdout", text: "2" }] },
    });
    const outcome = await runTask(request, tools, never);
    expect(tools.executed).toEqual(["print(1 / 0)", "print(2)"]);
    expect(data(tools, "repair-start").map((repair) => repair.strategy)).toEqual(["correct", "rewrite"]);
    expect(data(tools, "check-end")[1]?.findings.map((finding) => finding.check)).toEqual(["same-code"]);
    expect(tools.requests[2]?.messages.map((message) => message.role)).toEqual(["system", "user"]);
    expect(tools.requests[2]?.temperature ?? 0).toBeGreaterThan(tools.requests[1]?.temperature ?? 1);
    expect(outcome.status).toBe("ok");
  });

  test("the same error twice changes the strategy", async () => {
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [program("print(a[3])"), program("b = 1\nprint(a[3])"), program("print(5)")].map((text) => text.replace("print(a[3])", "a = []\nprint(a[3])")),
      run: (code) => (code.includes("[3]") ? raised("IndexError", "list index out of range", 2, "print(a[3])") : { output: [{ stream: "stdout", text: "5" }] }),
    });
    await runTask(request, tools, never);
    expect(data(tools, "repair-start").map((repair) => repair.strategy)).toEqual(["correct", "rewrite"]);
  });

  test("nothing shown is no answer", async () => {
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [program(SILENT), program("print(1)")],
      run: (code) => (code === SILENT ? {} : { output: [{ stream: "stdout", text: "1" }] }),
    });
    expect((await runTask(request, tools, never)).status).toBe("ok");
    expect(tools.executed).toEqual([SILENT, "print(1)"]);
    expect(tools.requests[1]?.messages.at(-1)?.content).toMatch(/printed nothing[\s\S]*print/);
  });

  test("the attempt limit ends the run, with the best attempt kept", async () => {
    const tools = createScriptedTools({
      replies: [program(SILENT), program("print(1 / 0)"), program("print(2 / 0)"), program("print(3)")],
      run: (code) => (code === SILENT ? {} : raised("ZeroDivisionError", "division by zero")),
    });
    const outcome = await runTask(request, tools, never);
    expect(outcome).toMatchObject({ status: "error", final: { number: 1 }, reason: "it ran and showed nothing" });
    expect(outcome.attempts).toHaveLength(3);
    expect(tools.requests).toHaveLength(3);
    expect(data(tools, "run-end")[0]).toMatchObject({ status: "error", attempts: 3 });
  });

  test("a time limit is told with its seconds, and ends as a timeout", async () => {
    const tools = createScriptedTools({
      replies: [program("while True: pass\nprint(1)"), program("print(2)\nwhile 1: pass")],
      run: () => ({ status: "timeout", exitCode: null, limit: { name: "wall-time", kept: null } }),
    });
    const outcome = await runTask({ ...request, attemptLimit: 2 }, tools, never);
    expect(outcome).toMatchObject({ status: "timeout" });
    expect(data(tools, "repair-start")[0]?.constraints.join()).toMatch(/within 5 seconds/);
  });

  test("a heading that was read as data is named, and names are not to be converted", async () => {
    const files = [{ path: "stock.csv", bytes: new TextEncoder().encode("item,count\nnut,2\nbolt,3\n") }];
    const code = "import csv\nbest = 0\nfor name, n in csv.reader(open('stock.csv')):\n    if n > best:\n        best = n\nprint(best)";
    const tools = createScriptedTools({
      replies: [program(code), program("print(3)")],
      run: (ran) =>
        ran === code
          ? raised("TypeError", "'>' not supported between instances of 'str' and 'int'", 4, "if n > best:")
          : { output: [{ stream: "stdout", text: "3" }] },
    });
    await runTask({ ...request, files }, tools, never);
    const constraints = data(tools, "repair-start")[0]?.constraints ?? [];
    expect(constraints).toContain("The first row of 'stock.csv' is the heading: leave it out with next(reader) before the loop, or use csv.DictReader.");
    expect(constraints.join()).toMatch(/float\(\) before it is compared/);
  });

  test("a wrong column is answered with the real ones", async () => {
    const files = [{ path: "sales.csv", bytes: new TextEncoder().encode("date,amount\n1,2\n") }];
    const tools = createScriptedTools({
      replies: [program("import pandas as pd\nprint(pd.read_csv('sales.csv')['Total'])"), program("print(1)")],
      run: (code) => (code.includes("Total") ? raised("KeyError", "'Total'") : { output: [{ stream: "stdout", text: "1" }] }),
    });
    await runTask({ ...request, files }, tools, never);
    expect(data(tools, "repair-start")[0]?.constraints.join()).toMatch(/columns of 'sales\.csv' are: 'date', 'amount'/);
    expect(tools.requests[0]?.messages.at(-1)?.content).toMatch(/File 'sales\.csv' \(1 rows, columns: date, amount\)/);
    expect(data(tools, "run-start")[0]?.files[0]).toMatchObject({ path: "sales.csv", size: 16 });
  });
});

describe("replies that hold nothing to run", () => {
  test("no code, then a reply cut off, then a program", async () => {
    const tools = createScriptedTools({ replies: ["The answer is 42.", { text: "```python\nprint(1", finish: "length" }, program("print(42)")] });
    const outcome = await runTask(request, tools, never);
    expect(outcome.status).toBe("ok");
    expect(tools.executed).toEqual(["print(42)"]);
    expect(data(tools, "check-end").map((check) => check.findings[0]?.check ?? null)).toEqual(["reply-no-code", "reply-truncated", null]);
    expect(tools.requests[1]?.messages.at(-1)?.content).toMatch(/one complete Python program/);
  });

  test("a model that repeats itself is stopped early", async () => {
    const tools = createScriptedTools({ replies: [`\`\`\`python\n${"x = x + 1\n".repeat(2_000)}`, program("print(1)")] });
    await runTask(request, tools, never);
    expect(data(tools, "generate-end")[0]).toMatchObject({ finish: "length" });
    expect(data(tools, "generate-end")[0]?.reply.length).toBeLessThan(3_000);
  });
});

describe("Stop", () => {
  test("during generation keeps the reply so far and runs nothing", async () => {
    const stop = new AbortController();
    const tools = createScriptedTools({ replies: [{ text: "```python\nprint(1)\n", hang: true }], onHang: () => stop.abort() });
    const outcome = await runTask(request, tools, stop.signal);
    expect(outcome).toMatchObject({ status: "aborted", attempts: [{ stopped: "aborted", reply: "```python\nprint(1)\n" }] });
    expect(tools.executed).toEqual([]);
    expect(data(tools, "generate-end")[0]?.finish).toBe("aborted");
    expect(data(tools, "run-end")[0]?.status).toBe("aborted");
  });

  test("during execution keeps the output so far", async () => {
    const stop = new AbortController();
    const tools = createScriptedTools({ replies: [program("while True: print('started')")], run: () => "hang", onHang: () => stop.abort() });
    const outcome = await runTask(request, tools, stop.signal);
    expect(outcome).toMatchObject({ status: "aborted", final: { execution: { result: { output: [{ text: "started\n" }] } } } });
    expect(tools.requests).toHaveLength(1);
  });

  test("before anything began", async () => {
    const outcome = await runTask(request, createScriptedTools({ replies: [program("print(1)")] }), AbortSignal.abort());
    expect(outcome.status).toBe("aborted");
    expect(outcome.attempts).toHaveLength(0);
  });

  test("ends the run within a second even when a collaborator does not answer, and nothing is heard of it later", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")] });
    const deaf = { ...tools, executor: { ...tools.executor, compile: () => new Promise<null>((resolve) => setTimeout(() => resolve(null), 2_500)) } };
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    const started = performance.now();
    const outcome = await runTask(request, deaf, stop.signal);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(outcome.status).toBe("aborted");
    const heard = tools.events.length;
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    expect(tools.events).toHaveLength(heard);
    expect(tools.events.at(-1)?.type).toBe("run-end");
  });
});

describe("approval", () => {
  test("asks before each run and goes on after a yes", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")], approve: ({ code }) => code === "print(1)" });
    expect((await runTask({ ...request, approval: "ask" }, tools, never)).status).toBe("ok");
    expect(types(tools)).toContain("approval-ask");
    expect(data(tools, "approval-answer")).toEqual([{ attempt: 1, approved: true }]);
  });

  test("a no ends the run as refused, without running anything", async () => {
    const tools = createScriptedTools({ replies: [program("print(1)")], approve: () => false });
    expect(await runTask({ ...request, approval: "ask" }, tools, never)).toMatchObject({ status: "refused" });
    expect(tools.executed).toEqual([]);
  });
});

describe("data pasted into the task", () => {
  test("is a file of the run, by whatever name the program calls it", async () => {
    const tools = createScriptedTools({
      replies: [program("print(open('cities.csv').read())")],
      run: (_code, files) => ({ output: [{ stream: "stdout", text: new TextDecoder().decode(files[0]?.bytes) }] }),
    });
    const outcome = await runTask({ ...request, task: "Sum this:\n\nname,n\nAnn,1\nBen,2" }, tools, never);
    expect(outcome.final?.execution?.result.output[0]?.text).toBe("name,n\nAnn,1\nBen,2\n");
    expect(outcome.final?.code).toBe('print(open("data.csv").read())');
    expect(data(tools, "run-start")[0]?.files.map((file) => file.path)).toEqual(["data.csv"]);
    expect(outcome.final?.findings.map((finding) => finding.message)).toEqual(["changed: 'cities.csv' is not there, 'data.csv' is"]);
  });
});
