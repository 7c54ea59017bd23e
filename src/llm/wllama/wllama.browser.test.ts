import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { fetchCatalogue } from "#assets/fetch-catalogue.ts";
import { ggufPresence, removeGguf } from "../download/gguf-files.ts";
import type { CatalogueModel, ChatMessage, EngineState, GenerateRequest, LanguageModel } from "../port.ts";
import { probeDevice } from "../probe-device.ts";
import { createWllamaModel } from "./create-wllama-model.ts";
import { splitGguf } from "./split-gguf.ts";
import { startWllama } from "./start-wllama.ts";
import { WllamaSession } from "./wllama-session.ts";

const never = new AbortController().signal;
const SYSTEM: ChatMessage = { role: "system", content: "You write short Python programs." };
const user = (content: string): ChatMessage => ({ role: "user", content });

const request = (messages: readonly ChatMessage[], maxTokens = 12, more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  messages,
  temperature: 0,
  seed: null,
  maxTokens,
  schema: null,
  ...more,
});

let fetched: CatalogueModel | undefined;
let engine: LanguageModel;
const states: EngineState[] = [];

beforeAll(async () => {
  const { models } = await fetchCatalogue(new URL("/", location.href), AbortSignal.timeout(10_000));
  fetched = models.find((model) => model.id === "smollm2-135m");
  engine = createWllamaModel({ facts: probeDevice, contextSize: 512 });
  engine.subscribe((state) => states.push(state));
});

afterAll(() => engine.unload());

/** The model of the manifest; without it the test is skipped and says how to get it. */
function modelOr(context: TestContext): CatalogueModel {
  if (fetched === undefined) context.skip("no model here: npm run assets -- --model smollm2-135m");
  return fetched as CatalogueModel;
}

async function loadedOr(context: TestContext): Promise<void> {
  expect(await engine.load(modelOr(context), never)).toBeNull();
}

async function blobsOr(context: TestContext): Promise<Blob> {
  const { source } = modelOr(context);
  if (source.kind !== "gguf-url" || source.urls[0] === undefined) throw new Error("not a GGUF by address");
  return (await fetch(source.urls[0])).blob();
}

/** Where a text begins in bytes. */
function find(bytes: Uint8Array, text: string): number {
  const at = new TextDecoder("latin1").decode(bytes).indexOf(text);
  if (at === -1) throw new Error(`no ${text} in the file's head`);
  return at;
}

describe("wllama with SmolLM2", () => {
  it("downloads the model into this browser, loads it and tells both on the way", async (context) => {
    const model = modelOr(context);
    if (model.source.kind !== "gguf-url") throw new Error("not a GGUF by address");
    await removeGguf(model.source);
    await loadedOr(context);
    const phases = new Set(states.map((state) => (state.kind === "loading" ? state.progress.phase : state.kind)));
    expect(phases).toContain("download");
    expect(phases).toContain("read");
    expect(states.at(-1)).toMatchObject({ kind: "ready", contextSize: 512, model: { engine: "wllama", model: "smollm2-135m", demo: false } });
    expect(await ggufPresence(model.source)).toEqual({ kind: "complete", bytes: model.downloadBytes, checked: true });
  });

  it("streams a real reply with counts and rates", async (context) => {
    await loadedOr(context);
    const chunks: string[] = [];
    const messages = [SYSTEM, user("Write a Python function that adds two numbers.")];
    const generation = await engine.generate(request(messages, 24), (text) => chunks.push(text), never);
    expect(generation).toMatchObject({ finish: "length", fault: null });
    expect(generation.text).toMatch(/def|python/i);
    expect(chunks.join("")).toBe(generation.text);
    expect(chunks.length).toBeGreaterThan(10);
    expect(generation.usage.completionTokens).toBe(24);
    expect(generation.usage.promptTokens).toBeGreaterThan(15);
    expect(generation.usage.decodeRate).toBeGreaterThan(0);
    expect(generation.usage.prefillRate).toBeGreaterThan(0);
    expect(engine.state.kind).toBe("ready");
  });

  it("does not read the conversation again for a second round", async (context) => {
    await loadedOr(context);
    const first = [SYSTEM, user("Print the numbers from one to three, one on each line, with a loop.")];
    const reply = await engine.generate(request(first, 16), () => {}, never);
    const second = [...first, { role: "assistant" as const, content: reply.text }, user("It failed. Try again.")];
    const { usage } = await engine.generate(request(second, 2), () => {}, never);
    expect(usage.cachedTokens).toBeGreaterThan(reply.usage.promptTokens - 8);
    expect(usage.promptTokens - (usage.cachedTokens ?? 0)).toBeLessThan(reply.usage.promptTokens);
  });

  it("draws the same words for the same seed and others for another", async (context) => {
    await loadedOr(context);
    const draw = async (seed: number): Promise<string> =>
      (await engine.generate(request([user("Tell me a story about a bee.")], 10, { temperature: 1.2, seed }), () => {}, never)).text;
    const [one, again, other] = [await draw(1), await draw(1), await draw(2)];
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it("answers in the shape of a JSON Schema", async (context) => {
    await loadedOr(context);
    const schema = {
      type: "object",
      properties: { tool: { enum: ["none", "sum"] }, count: { type: "integer", maximum: 9 } },
      required: ["tool", "count"],
      additionalProperties: false,
    };
    const generation = await engine.generate(request([user("Which tool adds numbers?")], 40, { schema }), () => {}, never);
    const value: unknown = JSON.parse(generation.text);
    expect(value).toEqual({ tool: expect.stringMatching(/^(none|sum)$/), count: expect.any(Number) });
  });

  it("stops within a second, keeps what was written, stays loaded and takes the next request", async (context) => {
    await loadedOr(context);
    const controller = new AbortController();
    let stoppedAt = 0;
    const generation = await engine.generate(
      request([user("Count from one to one hundred in words.")], 200),
      () => {
        stoppedAt ||= performance.now();
        controller.abort();
      },
      controller.signal,
    );
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect(generation.finish).toBe("aborted");
    expect(generation.text).not.toBe("");
    expect(engine.state.kind).toBe("ready");
    const next = await engine.generate(request([user("Say hello.")], 4), () => {}, never);
    expect(next).toMatchObject({ fault: null, usage: { completionTokens: 4 } });
  });

  it("stops within a second while it reads a long prompt, too", async (context) => {
    await loadedOr(context);
    const controller = new AbortController();
    const running = engine.generate(request([user("bee ".repeat(300))], 8), () => {}, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const stoppedAt = performance.now();
    controller.abort();
    expect(await running).toMatchObject({ finish: "aborted", text: "" });
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect((await engine.generate(request([user("Say hello.")], 2), () => {}, never)).fault).toBeNull();
  });

  it("says when the prompt does not fit, and goes on", async (context) => {
    await loadedOr(context);
    const generation = await engine.generate(request([user("hive ".repeat(700))], 4), () => {}, never);
    expect(generation).toMatchObject({ finish: "error", fault: { code: "SK-CONTEXT" } });
    expect(generation.fault?.message).toMatch(/of \d+ tokens does not fit the model's context of 512 tokens/);
    expect((await engine.generate(request([user("Say hello.")], 2), () => {}, never)).fault).toBeNull();
  });

  it("takes one request at a time", async (context) => {
    await loadedOr(context);
    const running = engine.generate(request([user("Say hello.")], 4), () => {}, never);
    expect((await engine.generate(request([user("Me too.")]), () => {}, never)).fault?.code).toBe("SK-BUSY");
    expect((await running).fault).toBeNull();
  });

  it("loads the model that is loaded at once", async (context) => {
    await loadedOr(context);
    const started = performance.now();
    await loadedOr(context);
    expect(performance.now() - started).toBeLessThan(50);
  });

  it("blocks the page for less than 50 ms at a time while it writes", async (context) => {
    await loadedOr(context);
    const long: number[] = [];
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ entryTypes: ["longtask"] });
    await engine.generate(request([user("Write about honey.")], 24), () => {}, never);
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    expect(long).toEqual([]);
  });

  it("stops loading at once and loads again afterwards", async (context) => {
    await engine.unload();
    const controller = new AbortController();
    const loading = engine.load(modelOr(context), controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stoppedAt = performance.now();
    controller.abort();
    expect((await loading)?.code).toBe("SK-ABORTED");
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect(engine.state.kind).toBe("empty");
    await loadedOr(context);
  });

  it("reads a GGUF that was split as llama-gguf-split does, and writes the same as from the whole file", async (context) => {
    const say = async (): Promise<string> => (await engine.generate(request([user("Say hello to the bees.")], 6), () => {}, never)).text;
    await loadedOr(context);
    const whole = await say();
    const parts = (await splitGguf(await blobsOr(context), 4e7)) ?? [];
    expect(parts.map((part) => part.name)).toEqual(["model-00001-of-00003.gguf", "model-00002-of-00003.gguf", "model-00003-of-00003.gguf"]);
    const split: CatalogueModel = { ...modelOr(context), id: "split", source: { kind: "gguf-file", parts: [...parts].reverse() } };
    expect(await engine.load(split, never)).toBeNull();
    expect(await say()).toBe(whole);
    const some: CatalogueModel = { ...split, id: "split-some", source: { kind: "gguf-file", parts: parts.slice(1) } };
    expect(await engine.load(some, never)).toMatchObject({
      code: "SK-BAD-MODEL",
      message: expect.stringContaining("split into 3 parts, and these 2 were given"),
    });
    expect(await splitGguf(parts[0] ?? new Blob(), 4e7)).toBeNull();
  });

  it("refuses a GGUF without a chat template, with the way out", async (context) => {
    const blob = await blobsOr(context);
    const bytes = new Uint8Array(await blob.slice(0, 8e6).arrayBuffer());
    const at = find(bytes, "tokenizer.chat_template");
    // Another name of the same length: the file stays whole, and its template is not found.
    bytes.set(new TextEncoder().encode("tokenizer.that_template"), at);
    const bare: CatalogueModel = { ...modelOr(context), id: "bare", source: { kind: "gguf-file", parts: [new Blob([bytes, blob.slice(8e6)])] } };
    expect(await engine.load(bare, never)).toMatchObject({ code: "SK-NO-TEMPLATE", advice: expect.stringContaining("instruct or chat version") });
  });

  it("says when the memory of the tab is too small, and loads again with less", async (context) => {
    // More than 32 bits can address: llama.cpp gives up at once, without taking what the machine has.
    const greedy = createWllamaModel({ facts: probeDevice, contextSize: 1_000_000 });
    expect(await greedy.load(modelOr(context), never)).toMatchObject({ code: "SK-NO-MEMORY", advice: expect.stringContaining("smaller model") });
    expect(greedy.state).toMatchObject({ kind: "failed", fault: { code: "SK-NO-MEMORY" } });
    await loadedOr(context);
  });

  it("writes with two threads where the page is isolated, and with one where it is not", async (context) => {
    expect(crossOriginIsolated).toBe(true);
    const parts = [await blobsOr(context)];
    await engine.unload();
    for (const threads of [2, 1]) {
      const plan = { build: "compat", threads, gpu: false, batch: 64 } as const;
      const start = await WllamaSession.start({ parts, plan, contextSize: 512, onProgress: () => {} }, never);
      if (!start.ok) throw new Error(start.fault.message);
      expect(start.session.threads).toBe(threads);
      expect(await start.session.generate(request([user("Say hello.")], 3), () => {}, never)).toMatchObject({ fault: null, usage: { completionTokens: 3 } });
      await start.session.close();
    }
  });

  it("reads a file from disk, also one cut in pieces, without a copy", async (context) => {
    const blob = await blobsOr(context);
    const pieces = [new File([blob.slice(0, 5e7)], "model.gguf.part1"), new File([blob.slice(5e7)], "model.gguf.part2")];
    const model: CatalogueModel = { ...modelOr(context), id: "from-disk", source: { kind: "gguf-file", parts: pieces } };
    expect(await engine.load(model, never)).toBeNull();
    expect((await engine.generate(request([user("Say hello.")], 2), () => {}, never)).usage.completionTokens).toBe(2);
  });

  describe("a bad file", () => {
    const loadBlob = async (context: TestContext, blob: Blob): Promise<unknown> =>
      engine.load({ ...modelOr(context), id: "bad", source: { kind: "gguf-file", parts: [blob] } }, never);

    it("that is no GGUF is refused before an engine starts", async (context) => {
      expect(await loadBlob(context, new Blob(["<!doctype html>".repeat(10)]))).toMatchObject({
        code: "SK-BAD-MODEL",
        message: expect.stringMatching(/does not start like a GGUF/),
      });
      expect(engine.state).toMatchObject({ kind: "failed", fault: { code: "SK-BAD-MODEL" } });
    });

    it("that is cut short is named", async (context) => {
      expect(await loadBlob(context, (await blobsOr(context)).slice(0, 3e7))).toMatchObject({ code: "SK-BAD-MODEL" });
    });

    it("that is damaged in its header is named", async (context) => {
      const blob = await blobsOr(context);
      expect(await loadBlob(context, new Blob([blob.slice(0, 24), new Uint8Array(5000).fill(255), blob.slice(5024)]))).toMatchObject({ code: "SK-BAD-MODEL" });
    });

    it("does not keep the next one from loading", loadedOr);
  });
});

describe("startWllama", () => {
  it("takes both builds from this host", async () => {
    for (const build of ["default", "compat"] as const) {
      const { wasmPath } = (await startWllama(build, undefined)).getWorkerResources();
      expect(new URL(wasmPath).origin).toBe(location.origin);
    }
  });
});
