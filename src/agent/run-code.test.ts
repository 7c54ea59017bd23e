import { describe, expect, test } from "vitest";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import type { ExecutionRequest, Executor } from "#sandbox/port.ts";
import { runCode } from "./run-code.ts";
import type { CodeRequest } from "./task-request.ts";

const request: CodeRequest = { code: "x = 1", task: "by hand", files: [], limits: { timeoutMs: 5_000, outputLimit: 10_000, memoryMiB: 256 }, approval: "auto" };
const never = new AbortController().signal;

describe("a program run by hand", () => {
  test("is logged like a task, needs no model, and need not show anything", async () => {
    const tools = createScriptedTools({ run: () => ({}) });
    const outcome = await runCode(request, tools, never);
    expect(outcome).toMatchObject({ status: "ok", model: null, final: { code: "x = 1" } });
    expect(tools.logged.map((event) => event.type)).toEqual(["run-start", "check-end", "execute-start", "execute-end", "run-end"]);
    expect(tools.logged[0]).toMatchObject({ data: { kind: "code", task: "by hand", model: null } });
  });

  test("that calls a tool says which one, and with what, in the log", async () => {
    const tools = createScriptedTools({ run: () => ({}) });
    await runCode({ ...request, tool: { id: "s1", name: "add", arguments: { a: 1 } } }, tools, never);
    expect(tools.logged.map((event) => event.type).slice(0, 3)).toEqual(["run-start", "match-end", "check-end"]);
    expect(tools.logged[1]).toMatchObject({ data: { chosen: "s1", candidates: [{ name: "add", score: 1 }], reason: 'called by name with {"a":1}' } });
    expect(tools.logged.at(-1)).toMatchObject({ data: { tokens: { prompt: 0, completion: 0 }, model: null } });
  });

  test("runs even when a check warns, and ends as the program does", async () => {
    const tools = createScriptedTools({ run: () => raised("EOFError", "EOF when reading a line") });
    const outcome = await runCode({ ...request, code: "input()" }, tools, never);
    expect(outcome).toMatchObject({ status: "error", attempts: [{ findings: [{ check: "input-call" }] }] });
    expect(tools.executed).toEqual(["input()"]);
  });

  test("can be stopped and refused", async () => {
    const stop = new AbortController();
    expect((await runCode(request, createScriptedTools({ run: () => "hang", onHang: () => stop.abort() }), stop.signal)).status).toBe("aborted");
    expect((await runCode({ ...request, approval: "ask" }, createScriptedTools({ approve: () => false }), never)).status).toBe("refused");
  });

  test("that keeps state says so in the log, may use what its session defined, and is not taken back", async () => {
    const tools = createScriptedTools({ run: () => ({ state: { continued: true, kept: true } }) });
    const asked: ExecutionRequest[] = [];
    const executor: Executor = {
      ...tools.executor,
      state: tools.executor.state,
      capabilities: { ...tools.executor.capabilities, state: true },
      defined: (session) => (session === "s" ? { frame: "DataFrame" } : null),
      execute: (program, ...rest) => {
        asked.push(program);
        return tools.executor.execute(program, ...rest);
      },
    };
    const outcome = await runCode({ ...request, code: "frame", session: "s" }, { ...tools, executor }, never);
    expect(outcome).toMatchObject({ status: "ok", attempts: [{ findings: [] }] });
    expect(asked).toMatchObject([{ session: "s", undoOnError: false }]);
    expect(tools.logged[0]).toMatchObject({ type: "run-start", data: { state: "kept" } });
    expect(tools.logged.at(-2)).toMatchObject({ type: "execute-end", data: { state: { continued: true, kept: true } } });
    await runCode({ ...request, code: "frame" }, { ...tools, executor }, never);
    expect(asked[1]).not.toHaveProperty("session");
    expect(tools.logged.filter((event) => event.type === "run-start")[1]?.data).not.toHaveProperty("state");
    expect(tools.logged.filter((event) => event.type === "check-end")[1]?.data).toMatchObject({ findings: [{ check: "undefined-name" }] });
  });

  test("tells a log that failed", async () => {
    expect((await runCode(request, createScriptedTools({ logFault: "full" }), never)).log).toEqual({ ok: false, message: "full" });
  });
});
