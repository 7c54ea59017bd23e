/** What engines.mjs calls in the page: each engine of Skep and, beside it, the library by itself with the same model, turn by turn. */
import { CreateWebWorkerMLCEngine } from "@mlc-ai/web-llm";
import { fetchCatalogue } from "#assets/fetch-catalogue.ts";
import type { CatalogueModel, ChatMessage, LanguageModel } from "#llm/port.ts";
import { probeDevice } from "#llm/probe-device.ts";
import { createWebllmModel } from "#llm/webllm/create-webllm-model.ts";
import { createWllamaModel } from "#llm/wllama/create-wllama-model.ts";
import { startWllama } from "#llm/wllama/start-wllama.ts";

const MESSAGES: readonly ChatMessage[] = [
  { role: "system", content: "Code." },
  { role: "user", content: "Write a Python function that adds two numbers." },
];
const never = new AbortController().signal;

/** What is asked in a repair round after it. Short, and answered to the model's own end: WebLLM goes on from whole replies only. */
const QUESTION = "Answer with the word yes.";
const REPORT = "It failed:\nTraceback (most recent call last):\n  File \"main.py\", line 2\nNameError: name 'total' is not defined\nCorrect the program.";

/** Writes one reply of so many tokens and calls back at each. */
type Writer = (tokens: number, onToken: () => void) => Promise<unknown>;

export interface EngineRates {
  /** Tokens per second between the first and the last token, one figure a round. */
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** Milliseconds of the longest task of the page's thread while tokens streamed. */
  readonly longestTask: number;
  readonly reuse: ReuseFigures;
}

/** What one request read, and how long until its first token. */
export interface ReadFigures {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  /** Milliseconds. */
  readonly firstToken: number;
}

export interface ReuseFigures {
  /** The repair round right after the reply that it corrects. */
  readonly kept: ReadFigures;
  /** The same prompt with nothing of it in memory. */
  readonly anew: ReadFigures;
}

async function measureReuse(model: LanguageModel): Promise<ReuseFigures> {
  const ask = async (messages: readonly ChatMessage[], maxTokens: number) => {
    const started = performance.now();
    let firstToken = 0;
    const generation = await model.generate(
      { messages, temperature: 0, seed: null, maxTokens, schema: null },
      () => {
        firstToken ||= performance.now() - started;
      },
      never,
    );
    if (generation.fault !== null) throw new Error(generation.fault.message);
    const { promptTokens, cachedTokens = 0 } = generation.usage;
    return { text: generation.text, figures: { promptTokens, cachedTokens, firstToken } };
  };
  const first: readonly ChatMessage[] = [...MESSAGES.slice(0, 1), { role: "user", content: QUESTION }];
  const reply = await ask(first, 40);
  const repair: readonly ChatMessage[] = [...first, { role: "assistant", content: reply.text }, { role: "user", content: REPORT }];
  const kept = await ask(repair, 2);
  // Another first word: llama.cpp also finds conversations again that it had before the last one.
  const anew = await ask([{ role: "system", content: "Write." }, ...repair.slice(1)], 2);
  return { kept: kept.figures, anew: anew.figures };
}

async function measure(engine: LanguageModel, bare: Writer, tokens: number, rounds: number): Promise<EngineRates> {
  const ours = writerOf(engine);
  const rates = { ours: [] as number[], bare: [] as number[] };
  let longestTask = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration);
  });
  // The first reply of each warms caches and is not counted.
  await rate(ours, 4);
  await rate(bare, 4);
  for (let round = 0; round < rounds; round += 1) {
    // Each goes first in turn, so that what grows slowly (heat, other work) falls on both.
    if (round % 2 === 1) rates.bare.push(await rate(bare, tokens));
    observer.observe({ entryTypes: ["longtask"] });
    rates.ours.push(await rate(ours, tokens));
    observer.disconnect();
    if (round % 2 === 0) rates.bare.push(await rate(bare, tokens));
  }
  return { ...rates, longestTask, reuse: await measureReuse(engine) };
}

async function rate(write: Writer, tokens: number): Promise<number> {
  const times: number[] = [];
  await write(tokens, () => times.push(performance.now()));
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  return ((times.length - 1) * 1000) / (last - first);
}

function writerOf(model: LanguageModel): Writer {
  return async (maxTokens, onToken) => {
    const { fault } = await model.generate({ messages: MESSAGES, temperature: 0, seed: null, maxTokens, schema: null }, onToken, never);
    if (fault !== null) throw new Error(fault.message);
  };
}

async function fetchedModel(id: string): Promise<CatalogueModel> {
  const { models } = await fetchCatalogue(new URL("/", location.href).href, never);
  const model = models.find((candidate) => candidate.id === id);
  if (model === undefined) throw new Error(`no model here: npm run assets -- --model ${id}`);
  return model;
}

async function loaded(engine: LanguageModel, model: CatalogueModel): Promise<LanguageModel> {
  const fault = await engine.load(model, never);
  if (fault !== null) throw new Error(fault.message);
  return engine;
}

/** llama.cpp on the CPU: both sides with the same build, threads and batches. */
export async function measureWllama(id: string, tokens: number, rounds: number): Promise<EngineRates> {
  const model = await fetchedModel(id);
  if (model.source.kind !== "gguf-url" || model.source.urls[0] === undefined) throw new Error(`${id} is no GGUF`);
  const threads = 1;
  const engine = await loaded(createWllamaModel({ facts: probeDevice, threads, contextSize: 1024, gpu: "never" }), model);
  const bare = await startWllama("compat", { debug: () => {}, log: () => {}, warn: () => {}, error: console.error });
  const blob = await (await fetch(model.source.urls[0])).blob();
  await bare.loadModel([blob], { n_ctx: 1024, n_threads: threads, n_parallel: 1, n_batch: 64, n_ubatch: 64, n_gpu_layers: 0 });
  const writeBare: Writer = (max_tokens, onToken) =>
    bare.createChatCompletion({
      messages: MESSAGES.map(({ role, content }) => ({ role, content })),
      temperature: 0,
      max_tokens,
      stream: true,
      onData: (chunk) => {
        if ((chunk.choices[0]?.delta.content ?? "") !== "") onToken();
      },
    });
  return measure(engine, writeBare, tokens, rounds);
}

/** WebLLM: both sides in a worker, the bare one by the library's own client and handler. */
export async function measureWebllm(id: string, tokens: number, rounds: number): Promise<EngineRates> {
  const model = await fetchedModel(id);
  if (model.source.kind !== "webllm" || model.source.record === null) throw new Error(`${id} is no WebLLM model`);
  const engine = await loaded(createWebllmModel({ facts: probeDevice }), model);
  const { record, id: model_id } = model.source;
  const worker = new Worker(new URL("./bare-webllm-worker.ts", import.meta.url), { type: "module" });
  const bare = await CreateWebWorkerMLCEngine(worker, model_id, {
    appConfig: { model_list: [{ model: record.model, model_id, model_lib: record.modelLib, overrides: { context_window_size: record.contextSize } }] },
  });
  const writeBare: Writer = async (max_tokens, onToken) => {
    const messages = MESSAGES.map(({ role, content }) => ({ role, content }));
    for await (const chunk of await bare.chat.completions.create({ messages, temperature: 0, max_tokens, stream: true })) {
      if ((chunk.choices[0]?.delta.content ?? "") !== "") onToken();
    }
  };
  return measure(engine, writeBare, tokens, rounds);
}

Object.assign(window, { measureWllama, measureWebllm });
