import { describe, expect, it } from "vitest";
import { demoModel } from "../demo-model.ts";
import type { ChatMessage, GenerateRequest } from "../port.ts";
import { demoTasks } from "./demo-tasks.ts";
import { ScriptedModel } from "./scripted-model.ts";

const never = new AbortController().signal;

const request = (messages: readonly ChatMessage[]): GenerateRequest => ({ messages, temperature: 0, seed: null, maxTokens: 512, schema: null });

async function loaded(delayMs = 0): Promise<ScriptedModel> {
  const model = new ScriptedModel({ delayMs });
  expect(await model.load(demoModel, never)).toBeNull();
  return model;
}

const user = (content: string): ChatMessage => ({ role: "user", content });
const assistant = (content: string): ChatMessage => ({ role: "assistant", content });

describe("ScriptedModel", () => {
  it("streams the recording of every demo task in chunks that join to the reply", async () => {
    const model = await loaded();
    for (const script of demoTasks) {
      const chunks: string[] = [];
      const generation = await model.generate(
        request([{ role: "system", content: "You write Python." }, user(`Task: ${script.task}\n\nFiles: none`)]),
        (text) => chunks.push(text),
        never,
      );
      expect(generation).toMatchObject({ finish: "stop", fault: null, text: script.replies[0] });
      expect(chunks.length).toBeGreaterThan(10);
      expect(chunks.join("")).toBe(generation.text);
    }
  });

  it("is always labelled as demo and counts no tokens", async () => {
    const model = await loaded();
    expect(model.state).toMatchObject({ kind: "ready", model: { engine: "scripted", demo: true } });
    const generation = await model.generate(request([user(demoTasks[0]?.task ?? "")]), () => {}, never);
    expect(generation.usage).toEqual({ promptTokens: 0, completionTokens: 0, decodeRate: null, prefillRate: null });
  });

  describe("repair", () => {
    const script = demoTasks.find((candidate) => candidate.replies.length === 2);
    if (script === undefined) throw new Error("no demo task is repaired");
    const [first = "", second = ""] = script.replies;
    const firstCode = /```python\n([\s\S]*?)```/.exec(first)?.[1] ?? "";

    it.each([
      ["as a conversation", [user(script.task), assistant(first), user("It failed: ValueError. Try again.")]],
      ["as a conversation whose reply was cut to its code", [user(script.task), assistant(firstCode), user("ValueError")]],
      [
        "as one message with the code that failed",
        [user(`Task: ${script.task}\n\nThis program failed:\n\`\`\`python\n${firstCode}\`\`\`\nValueError: not enough values`)],
      ],
      ["as one message with the code indented", [user(`${script.task}\n\n${firstCode.replace(/^/gm, "    ")}\nValueError`)]],
    ])("answers the second round told %s with the second reply", async (_, messages) => {
      const generation = await (await loaded()).generate(request(messages), () => {}, never);
      expect(generation.text).toBe(second);
    });

    it("starts afresh when examples of other tasks stand before the task", async () => {
      const messages = [user("Print hello."), assistant("print('hello')"), user(script.task)];
      expect((await (await loaded()).generate(request(messages), () => {}, never)).text).toBe(first);
    });
  });

  it.each([
    ["another task", "Train a neural network."],
    ["a demo task with more behind it", `${demoTasks[0]?.task} And of those below 2000?`],
    ["a demo task with more before it", `Without loops: ${"x "}${demoTasks[0]?.task}`],
  ])("answers %s with a fault and no code", async (_, task) => {
    const chunks: string[] = [];
    const generation = await (await loaded()).generate(request([user(task)]), (text) => chunks.push(text), never);
    expect(generation).toMatchObject({ finish: "error", text: "", fault: { code: "SK-DEMO-UNKNOWN" } });
    expect(generation.fault?.message).toContain(demoTasks[1]?.title);
    expect(generation.fault?.advice).toMatch(/load a model in Models/);
    expect(chunks).toEqual([]);
  });

  it("cannot be constrained to a schema", async () => {
    const generation = await (await loaded()).generate({ ...request([user(demoTasks[0]?.task ?? "")]), schema: { type: "object" } }, () => {}, never);
    expect(generation.fault?.code).toBe("SK-DEMO-UNKNOWN");
  });

  it("stops at once, keeps what was written and stays ready", async () => {
    const model = await loaded(50);
    const controller = new AbortController();
    const started = performance.now();
    const generation = await model.generate(request([user(demoTasks[0]?.task ?? "")]), () => controller.abort(), controller.signal);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(generation.finish).toBe("aborted");
    expect(demoTasks[0]?.replies[0]?.startsWith(generation.text)).toBe(true);
    expect(generation.text).not.toBe("");
    expect(model.state.kind).toBe("ready");
  });

  it("takes one request at a time", async () => {
    const model = await loaded(5);
    const running = model.generate(request([user(demoTasks[0]?.task ?? "")]), () => {}, never);
    expect((await model.generate(request([user(demoTasks[1]?.task ?? "")]), () => {}, never)).fault?.code).toBe("SK-BUSY");
    expect((await running).finish).toBe("stop");
  });

  it("generates nothing before it is loaded", async () => {
    const generation = await new ScriptedModel().generate(request([user(demoTasks[0]?.task ?? "")]), () => {}, never);
    expect(generation.fault?.code).toBe("SK-NO-MODEL");
  });
});
