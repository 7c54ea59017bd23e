import { describe, expect, test } from "vitest";
import { runTask } from "#agent/run-task.ts";
import { createScriptedTools, type Script } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request } from "#agent/testing/task-for-tests.ts";

const BROKEN = 'def total(rows):\n    return sum(row["x"] for row in rows)\n\nrows = [{"y": 1}, {"y": 2}]\nprint(total(rows))  # shows';
const FIXED = BROKEN.replace('row["x"]', 'row["y"]');

/** A program that fails in its function as long as it asks for the key that is not there. */
const run: Script["run"] = (code) =>
  code.includes('row["x"]')
    ? {
        status: "error",
        exitCode: 1,
        error: {
          name: "KeyError",
          message: "'x'",
          frames: [
            { file: "main.py", line: 5, source: "print(total(rows))", function: "<module>" },
            { file: "main.py", line: 2, source: 'return sum(row["x"] for row in rows)', function: "total" },
          ],
          traceback: "KeyError: 'x'",
        },
      }
    : { output: [{ stream: "stdout", text: "3" }] };

const strategies = (tools: ReturnType<typeof createScriptedTools>) => data(tools, "repair-start").map((repair) => repair.strategy);

describe("a patch of the failing function", () => {
  test("is asked for when the same program comes twice, with a penalty on the old text, and put into the program", async () => {
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [program(BROKEN), program(BROKEN), program('def total(rows):\n    return sum(row["y"] for row in rows)')],
      run,
    });
    expect(await runTask(request, tools, never)).toMatchObject({ status: "ok", final: { number: 3, code: FIXED } });
    expect(strategies(tools)).toEqual(["correct", "patch-function"]);
    expect(tools.executed).toEqual([BROKEN, FIXED]);
    const asked = tools.requests[2];
    expect(asked?.messages.at(-1)?.content).toMatch(/KeyError: 'x'[\s\S]*Write only the corrected function total, with its whole body\.$/);
    expect(asked?.messages.at(-2)?.content).toContain(BROKEN);
    expect(tools.requests.map(({ penalty = 0 }) => penalty > 0)).toEqual([false, false, true]);
    expect(data(tools, "check-end")[2]?.findings[0]).toMatchObject({ check: "patch", severity: "warning", message: "replaced: total, the rest is as before" });
  });

  test("is asked for when the same error comes twice", async () => {
    const tools = createScriptedTools({
      model: "test-3B",
      replies: [program(BROKEN), program(`import math\n${BROKEN}`), program('def total(rows):\n    return sum(row["y"] for row in rows)')],
      run,
    });
    expect(await runTask(request, tools, never)).toMatchObject({ status: "ok", final: { code: `import math\n${FIXED}` } });
    expect(strategies(tools)).toEqual(["correct", "patch-function"]);
  });

  test("that comes as a whole program is taken for its function only", async () => {
    const invented = 'def total(rows):\n    return sum(row["y"] for row in rows)\n\nprint(total([{"y": 40}]))';
    const tools = createScriptedTools({ model: "test-3B", replies: [program(BROKEN), program(BROKEN), program(invented)], run });
    expect(await runTask(request, tools, never)).toMatchObject({ final: { code: FIXED } });
  });

  test("that holds no such function is a program of its own, or nothing to run", async () => {
    const other = createScriptedTools({ model: "test-3B", replies: [program(BROKEN), program(BROKEN), program("print(1 + 2)")], run });
    expect(await runTask(request, other, never)).toMatchObject({ final: { code: "print(1 + 2)" } });
    const nothing = createScriptedTools({
      model: "test-3B",
      replies: [program(BROKEN), program(BROKEN), program("def help_me():\n    return 1"), program("print(3)")],
      run,
    });
    expect(await runTask({ ...request, attemptLimit: 4 }, nothing, never)).toMatchObject({ status: "ok", final: { number: 4 } });
    expect(data(nothing, "check-end")[2]).toMatchObject({ passed: false, findings: [{ check: "patch" }, {}] });
    expect(strategies(nothing)).toEqual(["correct", "patch-function", "rewrite"]);
  });
});

describe("the order of strategies", () => {
  const failing = (digit: number) => program(`def total(rows):\n    return sum(row["x"] for row in rows) + ${digit}\n\nprint(total([{"y": 1}]))`);
  const replies = [1, 2, 3, 4, 5].map(failing);

  test("larger models see their program first, then what it takes to leave it", async () => {
    const tools = createScriptedTools({ model: "test-3B", replies, run });
    await runTask({ ...request, attemptLimit: 5 }, tools, never);
    expect(strategies(tools)).toEqual(["correct", "patch-function", "rewrite", "other-way"]);
    // From scratch: the old program is not shown. The other way shows it once more, with a penalty on it.
    expect(tools.requests[3]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(tools.requests.map(({ penalty = 0 }) => penalty > 0)).toEqual([false, false, true, false, true]);
    const temperatures = tools.requests.map(({ temperature }) => temperature);
    expect(temperatures).toEqual([...temperatures].sort((a, b) => a - b));
  });

  test("small models, which write the program that they see again, begin from scratch", async () => {
    const tools = createScriptedTools({ model: "test-0.5B", replies, run });
    await runTask({ ...request, attemptLimit: 4 }, tools, never);
    expect(strategies(tools)).toEqual(["rewrite", "patch-function", "other-way"]);
  });

  test("tiny models are never shown a program", async () => {
    const tools = createScriptedTools({ model: "test-135M", replies, run });
    await runTask({ ...request, attemptLimit: 3 }, tools, never);
    expect(strategies(tools)).toEqual(["rewrite", "other-way"]);
    expect(tools.requests.every(({ messages }) => messages.every(({ role }) => role !== "assistant"))).toBe(true);
  });
});
