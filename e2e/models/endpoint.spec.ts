import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";
import type { LoggedEvent } from "../../src/domain/agent-event.ts";
import { hasModel } from "../support/assets.ts";
import { skep } from "../support/skep.ts";

const GGUF = "public/fetched/models/smollm2-135m/SmolLM2-135M-Instruct.Q4_1.gguf";

/** A Python that has llama.cpp: the one that SKEP_LLAMA_PYTHON names, or the machine's. Null when there is none. */
function findLlamaPython(): string | null {
  const candidates = [process.env.SKEP_LLAMA_PYTHON, "python3"].filter((name) => name !== undefined);
  return candidates.find((name) => spawnSync(name, ["-c", "import xllamacpp"]).status === 0) ?? null;
}

async function startLlama(python: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = spawn(python, ["e2e/support/llama_server.py", GGUF], { stdio: ["pipe", "pipe", "ignore"] });
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{"url"')) return { url: (JSON.parse(line) as { url: string }).url, child };
  }
  throw new Error("the llama.cpp server did not start");
}

test("the endpoint engine works with a real llama.cpp server", async () => {
  const python = findLlamaPython();
  test.skip(python === null, "no llama.cpp server here: pip install xllamacpp, and name its Python in SKEP_LLAMA_PYTHON");
  test.skip(!hasModel("smollm2-135m"), "no model here: npm run assets -- --model smollm2-135m");
  const { url, child } = await startLlama(python ?? "");
  try {
    const task = "Write a Python function that adds two numbers.";
    const asked = await skep("ask", task, "--engine", "endpoint", "--model", `${url}/v1#served`, "--attempts", "1", "--max-tokens", "24", "--events");
    const events = asked.stdout
      .split("\n")
      .filter((line) => line.includes('"skep.event/1"'))
      .map((line) => JSON.parse(line) as LoggedEvent);
    const reply = events.find((event) => event.type === "generate-end");
    expect(reply, asked.stderr + asked.stdout).toBeDefined();
    expect(reply?.data).toMatchObject({
      fault: null,
      usage: { completionTokens: expect.any(Number), prefillRate: expect.any(Number), decodeRate: expect.any(Number) },
    });
    expect(events.at(-1)).toMatchObject({ type: "run-end", data: { model: { engine: "endpoint", demo: false } } });
  } finally {
    child.kill();
  }
});
