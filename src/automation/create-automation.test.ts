import { expect, test } from "vitest";
import { createScriptedTools } from "#agent/testing/scripted-tools.ts";
import { program, types } from "#agent/testing/task-for-tests.ts";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import type { ExecutionRequest, Executor } from "#sandbox/port.ts";
import { createFakePorts } from "#state/fake-ports.ts";
import { createStores } from "#state/stores.ts";
import { createAutomation } from "./create-automation.ts";
import type { AskRequest } from "./port.ts";

const ASK: AskRequest = {
  task: "Print the answer.",
  files: [],
  engine: "scripted",
  model: null,
  executor: null,
  timeout: null,
  attempts: null,
  maxTokens: null,
  temperature: null,
  seed: 7,
};

/** The command's side of a page whose model answers with these programs. */
async function open(codes: readonly string[], settings: Partial<Settings> = {}, locked: readonly (keyof Settings)[] = []) {
  const tools = createScriptedTools({ replies: codes.map(program) });
  const executed: ExecutionRequest[] = [];
  const { executor, model } = tools;
  const ports = createFakePorts();
  ports.kept.settings = { ...DEFAULT_SETTINGS, ...settings };
  ports.locked = locked;
  if (model !== null) Object.assign(ports.engines.scripted, { generate: model.generate });
  const place: Executor = {
    ...executor,
    execute: (request, ...rest) => {
      executed.push(request);
      return executor.execute(request, ...rest);
    },
  };
  const stores = createStores({ ...ports, executors: [place] });
  await stores.start();
  const notHere = () => Promise.reject(new Error("not in this test"));
  const automation = createAutomation({
    stores,
    network: { allowOnly: () => undefined, openRun: () => ({}) as never },
    tools: { ...tools, callTool: notHere },
    callFromPack: notHere,
    testPack: notHere,
  });
  return { automation, executed, logged: () => types({ ...tools, events: tools.logged }) };
}

test("a task is answered in the mode that the command names, with no more programs than it names", async () => {
  const fast = await open(["print(41 + 1)", "print(6 * 7)", "print(21 * 2)"]);
  expect((await fast.automation.ask(ASK, null)).attempts).toBe(1);
  expect(fast.logged()).not.toContain("agreement-end");

  const careful = await open(["print(41 + 1)", "print(6 * 7)", "print(21 * 2)"]);
  expect((await careful.automation.ask({ ...ASK, mode: "careful", candidates: 3 }, null)).attempts).toBe(2);
  expect(careful.logged()).toContain("agreement-end");

  const thorough = await open(["print(41 + 1)", "print(6 * 7)", "print(21 * 2)", "print(84 // 2)"]);
  expect((await thorough.automation.ask({ ...ASK, mode: "thorough", candidates: 3 }, null)).attempts).toBe(3);
});

test("a program has the bounds that the command names, the others are the settings'", async () => {
  const { automation, executed } = await open([], { messageLimit: 777 });
  await automation.execute({ code: "print(1)", files: [], timeout: 2.5, executor: null, limits: { memoryMiB: 128 } });
  expect(executed.map(({ limits }) => limits)).toEqual([
    { timeoutMs: 2_500, memoryMiB: 128, outputLimit: 1_000_000, fileLimit: 500, fileMiB: 64, messageLimit: 777 },
  ]);
});

test("what the installation has fixed is not run otherwise, whatever asks", async () => {
  const { automation, executed } = await open(["print(42)"], { timeoutMs: 3_000, mode: "fast" }, ["timeoutMs", "memoryMiB", "mode"]);
  const code = { code: "print(1)", files: [], timeout: null, executor: null };
  await expect(automation.execute({ ...code, timeout: 5 })).rejects.toThrow("fixed it to 3000 ms");
  await expect(automation.execute({ ...code, limits: { memoryMiB: 2048 } })).rejects.toThrow('locks "memoryMiB"');
  await expect(automation.ask({ ...ASK, mode: "thorough" }, null)).rejects.toThrow('fixed it to "fast"');
  expect(executed).toEqual([]);
  expect((await automation.execute({ ...code, timeout: 3 })).result.status).toBe("ok");
});
