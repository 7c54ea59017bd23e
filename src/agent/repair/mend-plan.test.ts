import { expect, test } from "vitest";
import { runTask } from "#agent/run-task.ts";
import { createScriptedTools, raised } from "#agent/testing/scripted-tools.ts";
import { data, never, program, request } from "#agent/testing/task-for-tests.ts";

const files = [{ path: "stock.csv", bytes: new TextEncoder().encode("item,number\nbolt,3\nnut,12\n") }];
const READS = "import csv\nreader = csv.reader(open('stock.csv'))\nfor row in reader:\n    print(row[0], int(row[1]))";
const heading = raised("ValueError", "invalid literal for int() with base 10: 'number'", 4, "print(row[0], int(row[1]))");
const printed = { output: [{ stream: "stdout" as const, text: "bolt 3\nnut 12\n" }] };

test("a failure with one correction is mended without the model, told in the log, and takes none of the attempts", async () => {
  const tools = createScriptedTools({ replies: [program(READS)], run: (code) => (code.includes("next(reader)") ? printed : heading) });
  const outcome = await runTask({ ...request, files, attemptLimit: 1 }, tools, never);
  expect(outcome).toMatchObject({ status: "ok", final: { number: 2, plan: { strategy: "mend" }, tokens: { prompt: 0, completion: 0 } } });
  expect(tools.requests).toHaveLength(1);
  expect(tools.executed[1]).toContain("next(reader)\nfor row in reader:");
  expect(data(tools, "repair-start")).toMatchObject([{ attempt: 2, strategy: "mend", reason: expect.stringContaining("'number'") }]);
  expect(data(tools, "check-end")[1]?.findings).toMatchObject([{ check: "mended", severity: "warning", message: expect.stringContaining("next(reader)") }]);
});

test("where the mended program fails, too, the model writes anew, and knows what was mended", async () => {
  const right = "print('bolt 3')";
  const tools = createScriptedTools({
    replies: [program(READS), program(right)],
    run: (code) =>
      code === right ? printed : code.includes("next(reader)") ? raised("IndexError", "list index out of range", 5, "print(row[0], int(row[1]))") : heading,
  });
  expect(await runTask({ ...request, files }, tools, never)).toMatchObject({ status: "ok", final: { number: 3, code: right } });
  expect(tools.requests[1]?.messages.at(-1)?.content).toContain("The first row is the heading");
});

test("a program that would be mended into one that was run already is left to the model", async () => {
  const tools = createScriptedTools({
    replies: [program(READS), program(READS), program("print(1)")],
    run: (code) => (code === "print(1)" ? printed : heading),
  });
  expect((await runTask({ ...request, files }, tools, never)).status).toBe("ok");
  expect(tools.executed.filter((code) => code.includes("csv"))).toHaveLength(2);
});
