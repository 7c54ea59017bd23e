import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DataFile } from "#domain/data-file.ts";
import { type ExecutionResult, streamText } from "#domain/execution-result.ts";
import { sha256 } from "#domain/sha256.ts";
import type { Execution, ExecutionProgress, Executor, ProgramSession } from "./port.ts";

/** What differs between executors without breaking the contract. */
export interface ContractOptions {
  /** Longest time from Stop to the result, in milliseconds. */
  readonly stopMs: number;
  /** Whether tracebacks name the program's own lines. */
  readonly frames: boolean;
  /** Whether the value of a last expression is carried as a result. */
  readonly results: boolean;
  /** `part`: an interpreter of its own that knows no stderr, no await, and no `except BaseException`. */
  readonly language: "whole" | "part";
  /** A program that shows one figure, where the packages for it are there. */
  readonly figure?: string;
  /** Milliseconds for one run on a slow machine. */
  readonly runMs: number;
}

const LIMITS = { timeoutMs: 60_000, outputLimit: 100_000, memoryMiB: 1024 };
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const never = (): AbortSignal => new AbortController().signal;

/**
 * The suite that every executor must pass, whatever is behind it. Call it from a test file of the executor.
 * @param open makes the executor, ready to run; called once
 */
export function describeExecutorContract(name: string, open: () => Promise<Executor>, options: ContractOptions): void {
  describe(`${name} keeps the executor's contract`, { timeout: options.runMs * 4 }, () => {
    let executor: Executor;
    beforeAll(async () => {
      executor = await open();
    }, options.runMs * 4);
    afterAll(() => executor?.close());

    const execute = (code: string, files: readonly DataFile[] = [], limits: Partial<typeof LIMITS> = {}): Promise<Execution> =>
      executor.execute({ code, files, limits: { ...LIMITS, ...limits } }, () => undefined, never());
    const run = async (code: string, limits: Partial<typeof LIMITS> = {}): Promise<ExecutionResult> => (await execute(code, [], limits)).result;

    test("prints, in order, and ends ok", async () => {
      const second = options.language === "whole" ? "print('two', file=sys.stderr)" : "";
      const result = await run(`import sys\nprint('one')\n${second}\nprint('drei – ü')`);
      expect(result).toMatchObject({ v: "skep.result/1", status: "ok", exitCode: 0, error: null, limit: null });
      expect(streamText(result, "stdout")).toBe("one\ndrei – ü\n");
      expect(streamText(result, "stderr")).toBe(second === "" ? "" : "two\n");
      expect(result.environment.executor).toBe(executor.name);
      expect(result.durationMs).toBeGreaterThanOrEqual(0);
    });

    test("says what it says while it runs", async () => {
      const progress: ExecutionProgress[] = [];
      const code = "print('a')\nprint('b')";
      const { result } = await executor.execute({ code, files: [], limits: LIMITS }, (step) => progress.push(step), never());
      const live = progress.flatMap((step) => (step.type === "output" && step.stream === "stdout" ? [step.text] : [])).join("");
      expect(live).toBe(streamText(result, "stdout"));
    });

    test("reports an exception with its class, message and place", async () => {
      const result = await run("def f(x):\n    return x['k']\n\nprint('before')\nf({})\n");
      expect(result).toMatchObject({ status: "error", exitCode: 1, error: { name: "KeyError", message: "'k'" } });
      expect(streamText(result, "stdout")).toBe("before\n");
      if (options.frames) {
        expect(result.error?.frames.map((frame) => [frame.line, frame.function])).toEqual([
          [5, "<module>"],
          [2, "f"],
        ]);
        expect(result.error?.frames.at(-1)?.source.trim()).toBe("return x['k']");
      }
    });

    test("reports a syntax error with its line", async () => {
      const result = await run("x = 1\nif x\n    print(x)\n");
      expect(result).toMatchObject({ status: "error", exitCode: 1, error: { name: "SyntaxError" } });
      if (options.frames) expect(result.error?.frames.at(-1)?.line).toBe(2);
    });

    test("carries exit codes", async () => {
      expect(await run("import sys\nsys.exit(0)")).toMatchObject({ status: "ok", exitCode: 0, error: null });
      expect(await run("import sys\nsys.exit(3)")).toMatchObject({ status: "error", exitCode: 3 });
      const worded = await run("import sys\nsys.exit('no rows')");
      expect(worded).toMatchObject({ status: "error", exitCode: 1 });
      expect(`${worded.error?.message}${streamText(worded, "stderr")}`).toContain("no rows");
    });

    test("starts every run clean", async () => {
      expect((await run("leftover = 1\nimport json\njson.dumps = None")).status).toBe("ok");
      const second = await run("import json\nprint(json.dumps([1]))\ntry:\n    print(leftover)\nexcept Exception:\n    print('clean')");
      expect(streamText(second, "stdout")).toBe("[1]\nclean\n");
    });

    describe("a session", () => {
      const opened = (context: { skip(note: string): never }): ProgramSession => {
        const session = executor.openSession?.();
        if (session !== undefined) expect(executor.capabilities.state).toBe(true);
        return session ?? context.skip("this executor has no sessions for an agent's steps");
      };
      const step = (session: ProgramSession, code: string, limits: Partial<typeof LIMITS> = {}, files: readonly DataFile[] = []) =>
        session.execute({ code, files, limits: { ...LIMITS, ...limits } }, () => undefined, never());

      test("keeps variables, functions, modules and files from program to program", async (context) => {
        const session = opened(context);
        const given = [{ path: "in.txt", bytes: text("a b\n") }];
        expect(session.alive).toBe(false);
        const first = await step(session, "import math\nwords = open('in.txt').read().split()\ndef twice(x):\n    return x * 2\nprint(len(words))", {}, given);
        expect(first.result).toMatchObject({ status: "ok", files: [] });
        expect(first.step).toEqual({ finalAnswer: false, logs: "2\n", lastOutput: "None", error: null });
        expect(session.alive).toBe(true);
        const second = await step(session, "open('out.txt', 'w').write(words[1])\ntwice(math.floor(2.5))", {}, given);
        expect(second.result).toMatchObject({ status: "ok", output: [], result: { data: { "text/plain": "4" } } });
        expect(second.step.lastOutput).toBe("4");
        const third = await step(session, "print(open('out.txt').read())\nfinal_answer(len(words))\nprint('never')", {}, given);
        expect(third.step).toEqual({ finalAnswer: true, logs: "b\n", lastOutput: "2", error: null });
        expect(third.result).toMatchObject({ status: "ok", output: [{ stream: "stdout", text: "b\n" }], result: { data: { "text/plain": "2" } } });
        // What an earlier program made is still a result of the session.
        expect(third.result.files).toMatchObject([{ path: "out.txt", size: 1, change: "new" }]);
        expect(new TextDecoder().decode(third.files[0]?.bytes)).toBe("b");
        session.close();
        expect(streamText(await run("try:\n    print(words)\nexcept Exception:\n    print('clean')"), "stdout")).toBe("clean\n");
      });

      test("goes on after a failure, which it tells in the executor's own words", async (context) => {
        const session = opened(context);
        await step(session, "rows = [1, 2]");
        const failed = await step(session, "print('before')\nrows[5]");
        expect(failed.result).toMatchObject({ status: "error", error: { name: "IndexError", frames: [{ line: 2 }] } });
        expect(failed.step).toMatchObject({ finalAnswer: false, logs: "before\n", error: expect.stringContaining("IndexError: list index out of range") });
        expect((await step(session, "if rows\n    pass")).step).toMatchObject({ logs: "", error: expect.stringContaining("SyntaxError") });
        expect((await step(session, "print(rows)")).step).toMatchObject({ logs: "[1, 2]\n", error: null });
        session.close();
      });

      test("says that it has lost its variables when a program had to be ended, and keeps the files", async (context) => {
        const session = opened(context);
        await step(session, "kept = 1\nopen('made.txt', 'w').write('x')");
        // C code that no interrupt reaches.
        const late = await step(session, "sum(range(10**12))", { timeoutMs: 700 });
        expect(late.result.status).toBe("timeout");
        expect(session.alive).toBe(false);
        const after = await step(session, "print(open('made.txt').read())\ntry:\n    print(kept)\nexcept Exception:\n    print('gone')");
        expect(after.step.logs).toBe("x\ngone\n");
        session.close();
      });

      test("by name goes on where runs of that name ended, and they go on where it ended", async (context) => {
        const name = "named";
        opened(context).close();
        const before = await executor.execute({ code: "base = 40", files: [], limits: LIMITS, session: name }, () => undefined, never());
        expect(before.result).toMatchObject({ status: "ok", state: { continued: false, kept: true } });
        const session = executor.openSession?.(name);
        if (session === undefined) return;
        expect(session.alive).toBe(true);
        expect((await step(session, "def more(x):\n    return x + 1\nbase + 1")).step).toMatchObject({ lastOutput: "41", error: null });
        session.close();
        expect(executor.defined?.(name)).toMatchObject({ base: "int", more: "function" });
        expect(executor.describe(name).join("\n")).toContain("base (int), more (function)");
        const undone = { code: "base = 1\n[][5]", files: [], limits: LIMITS, session: name, undoOnError: true };
        expect((await executor.execute(undone, () => undefined, never())).result.status).toBe("error");
        const after = await executor.execute({ code: "more(base)", files: [], limits: LIMITS, session: name }, () => undefined, never());
        expect(after.result).toMatchObject({ status: "ok", state: { continued: true, kept: true }, result: { data: { "text/plain": "41" } } });
        executor.restart?.(name);
        expect(executor.defined?.(name)).toBe(null);
      });

      test("Stop ends a step within its time", async (context) => {
        const session = opened(context);
        await step(session, "x = 1");
        const stop = new AbortController();
        let stoppedAt = 0;
        const begun = (): void => {
          stoppedAt ||= performance.now();
          stop.abort();
        };
        const { result } = await session.execute({ code: "print('begun')\nwhile True: pass", files: [], limits: LIMITS }, begun, stop.signal);
        expect(result.status).toBe("aborted");
        expect(performance.now() - stoppedAt).toBeLessThan(options.stopMs);
        session.close();
      });
    });

    test("ends a program at its time limit and is usable again", async () => {
      const begin = performance.now();
      const result = await run("print('begun', flush=True)\nwhile True: pass", { timeoutMs: 1500 });
      expect(result).toMatchObject({ status: "timeout", exitCode: null, limit: { name: "wall-time" } });
      expect(performance.now() - begin).toBeLessThan(options.runMs);
      expect((await run("print('again')")).status).toBe("ok");
    });

    test("cuts output at its limit and says so", async () => {
      const result = await run("for i in range(20000): print('row', i)\nprint('LAST')", { outputLimit: 10_000 });
      expect(result.limit?.name).toBe("output");
      const out = streamText(result, "stdout");
      expect(out.length).toBeLessThan(12_000);
      expect(out.startsWith("row 0\n")).toBe(true);
    });

    test("compiles without running", async () => {
      expect(await executor.compile("print('not run')")).toBeNull();
      expect(await executor.compile("x = (1,\ny = 2")).toMatchObject({ line: expect.any(Number), message: expect.any(String) });
    });

    test("tells what it has", async () => {
      const facts = await executor.facts();
      expect(facts.executor).toBe(executor.name);
      expect(facts.python).toMatch(/^3\.\d+/);
      expect(executor.describe().length).toBeGreaterThan(0);
    });

    test("a program that was stopped before it began has not run", async () => {
      const aborted = await executor.execute({ code: "print('ran')", files: [], limits: LIMITS }, () => undefined, AbortSignal.abort());
      expect(aborted.result.status).toBe("aborted");
      expect(aborted.result.output).toEqual([]);
    });

    for (const [title, code, language] of [
      ["a busy loop", "print('begun', flush=True)\nwhile True: pass", "part"],
      [
        "a loop that swallows every exception",
        "print('begun', flush=True)\nwhile True:\n    try:\n        pass\n    except BaseException:\n        pass",
        "whole",
      ],
      ["a sleep", "import time\nprint('begun', flush=True)\ntime.sleep(60)", "part"],
      ["an endless await", "import asyncio\nprint('begun', flush=True)\nawait asyncio.Event().wait()", "whole"],
    ] as const) {
      test(`stops ${title} and keeps what was printed`, async (context) => {
        if (!executor.capabilities.interrupt) return context.skip("this executor cannot stop a program");
        if (language === "whole" && options.language === "part") return context.skip("this executor's language has no such program");
        const stop = new AbortController();
        let stoppedAt = 0;
        const begun = (step: ExecutionProgress): void => {
          if (step.type !== "output" || stoppedAt > 0) return;
          stoppedAt = performance.now();
          stop.abort();
        };
        const { result } = await executor.execute({ code, files: [], limits: LIMITS }, begun, stop.signal);
        expect(result.status).toBe("aborted");
        expect(performance.now() - stoppedAt).toBeLessThan(options.stopMs);
        expect(streamText(result, "stdout")).toBe("begun\n");
        expect((await run("print('again')")).status).toBe("ok");
      });
    }

    test("shows the value of a last expression exactly", async (context) => {
      if (!options.results) return context.skip("this executor carries no values");
      const plain = async (code: string): Promise<string | undefined> => (await run(code)).result?.data["text/plain"];
      expect(await plain("2**100 + 1")).toBe("1267650600228229401496703205377");
      expect(await plain("10 / 2")).toBe("5.0");
      expect(await plain("'5'")).toBe("'5'");
      expect(await plain("None")).toBeUndefined();
      expect(await plain("x = 3")).toBeUndefined();
      expect(await plain("lambda x: x")).toMatch(/^<function .*lambda/);
    });

    test("shows a figure as an image", async (context) => {
      if (!options.figure) return context.skip("no code for a figure was given");
      const { result } = await execute(options.figure);
      expect(result).toMatchObject({ status: "ok", error: null, files: [] });
      const images = result.displays.flatMap((display) => display.data["image/png"] ?? []);
      expect(images).toHaveLength(1);
      expect(atob(images[0] ?? "").slice(1, 4)).toBe("PNG");
    });

    test("carries text of every script and control characters", async () => {
      const result = await run("print('größe 😀 日本 \\x00 \\u202e')\nprint('a\\tb')");
      expect(streamText(result, "stdout")).toBe("größe 😀 日本 \u0000 \u202e\na\tb\n");
    });

    test("gives files in and takes files out", async (context) => {
      if (!executor.capabilities.files) return context.skip("this executor has no files");
      const given = [
        { path: "in.txt", bytes: text("hello\n") },
        { path: "same.txt", bytes: text("same") },
        { path: "edit.txt", bytes: text("old") },
      ];
      const code =
        "data = open('in.txt').read()\nopen('out.txt', 'w').write(data.upper())\nopen('edit.txt', 'a').write('er')\nopen('same.txt').read()\nprint(data)";
      const { result, files } = await execute(code, given);
      expect(result.status).toBe("ok");
      const changes = Object.fromEntries(result.files.map((file) => [file.path, file]));
      expect(changes["out.txt"]).toEqual({ path: "out.txt", size: 6, sha256: await sha256("HELLO\n"), change: "new" });
      expect(changes["edit.txt"]).toMatchObject({ size: 5, sha256: await sha256("older"), change: "changed" });
      expect(Object.keys(changes).sort()).toEqual(["edit.txt", "out.txt"]);
      expect(new TextDecoder().decode(files.find((file) => file.path === "out.txt")?.bytes)).toBe("HELLO\n");
      expect(new TextDecoder().decode(given[2]?.bytes)).toBe("old");
    });
  });
}
