import { expect, test } from "@playwright/test";
import { hasModel } from "../support/assets.ts";
import { eventsOf, skep } from "../support/skep.ts";

/** What so small a model writes is often wrong: these tests follow the path from a task to the log, not its wit. */
const TASK = "Write a Python function that adds two numbers.";
const MODELS = [{ engine: "wllama", id: "smollm2-135m", minutes: 5 }] as const;

for (const { engine, id, minutes } of MODELS) {
  test(`${engine} writes a real program that is checked, run and logged`, async () => {
    test.skip(!hasModel(id), `no model here: npm run assets -- --model ${id}`);
    test.setTimeout(minutes * 60_000);
    const asked = await skep("ask", TASK, "--engine", engine, "--model", id, "--attempts", "1", "--max-tokens", "40", "--events");
    const events = eventsOf(asked.stdout);
    const reply = events.find((event) => event.type === "generate-end");
    expect(reply, asked.stderr + asked.stdout).toBeDefined();
    if (reply?.type !== "generate-end") throw new Error("no reply");
    expect(reply.data.fault).toBeNull();
    expect(reply.data.reply.trim()).not.toBe("");
    expect(reply.data.usage.promptTokens).toBeGreaterThan(20);
    expect(reply.data.usage.completionTokens).toBeGreaterThan(1);
    expect(reply.data.usage.decodeRate).toBeGreaterThan(0);
    expect(
      events
        .filter((event) => event.type === "generate-delta")
        .map((event) => (event.type === "generate-delta" ? event.data.text : ""))
        .join(""),
    ).toBe(reply.data.reply);
    expect(events.map((event) => event.type)).toContain("check-end");
    const end = events.at(-1);
    expect(end).toMatchObject({ type: "run-end", data: { model: { engine, model: id, demo: false }, attempts: 1 } });
  });
}
