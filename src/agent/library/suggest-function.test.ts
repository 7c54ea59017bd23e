import { describe, expect, test } from "vitest";
import { createScriptedTools, type ScriptedReply } from "#agent/testing/scripted-tools.ts";
import type { LanguageModel } from "#llm/port.ts";
import { suggestFunction } from "./suggest-function.ts";

const WISH = { code: "print(1 + 2)\n", name: "add", description: "Adds two numbers." };
const FUNCTION = "def add(a: int = 1, b: int = 2) -> int:\n    return a + b";
const never = new AbortController().signal;

function model(reply: ScriptedReply | string): { readonly model: LanguageModel; readonly requests: ReturnType<typeof createScriptedTools>["requests"] } {
  const tools = createScriptedTools({ replies: [reply] });
  if (tools.model === null) throw new Error("no model");
  return { model: tools.model, requests: tools.requests };
}

describe("a function that the model suggests", () => {
  test("is the code of its reply; it is asked with the program, the name and the rules", async () => {
    const scripted = model(`Here it is:\n\n\`\`\`python\n${FUNCTION}\n\`\`\`\nUse it well.`);
    expect(await suggestFunction(WISH, scripted.model, never)).toEqual({ ok: true, code: `${FUNCTION}\n` });
    const asked = scripted.requests[0]?.messages.map(({ content }) => content).join("\n") ?? "";
    for (const part of ["exactly one function", "Name of the function: add", "Adds two numbers.", "print(1 + 2)"]) expect(asked).toContain(part);
  });

  test.each<[string, ScriptedReply | string, RegExp]>([
    ["prose alone", "I would rather not.", /holds no whole function/],
    ["a reply that was cut off", { text: "```python\ndef add(a: int", finish: "length" }, /holds no whole function/],
    ["a fault of the engine", { text: "", fault: { code: "SK-GPU-LOST", message: "The GPU went away.", advice: "" } }, /^The GPU went away\.$/],
  ])("%s is told", async (_, reply, message) => {
    expect(await suggestFunction(WISH, model(reply).model, never)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  test("can be stopped", async () => {
    expect(await suggestFunction(WISH, model(FUNCTION).model, AbortSignal.abort())).toEqual({ ok: false, message: "Stopped." });
  });
});
