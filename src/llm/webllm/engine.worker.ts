/// Holds WebLLM and one model. Pushes text as it comes, keeps the names of errors, and tells when the graphics device is lost.
import { type AppConfig, type ChatCompletionChunk, deleteModelAllInfoInCache, hasModelInCache, MLCEngine } from "@mlc-ai/web-llm";
import type { TokenUsage } from "#domain/agent-event.ts";
import type { GenerateRequest } from "../port.ts";
import { ConversationMemory } from "./conversation-memory.ts";
import { countTokens } from "./count-tokens.ts";
import type { EngineMessage, EngineRecord, PageMessage, WebllmCache } from "./engine-messages.ts";

const tell = (message: EngineMessage): void => self.postMessage(message);

const LOSS_GRACE_MS = 250;

const engine = new MLCEngine({ logLevel: "ERROR", initProgressCallback: ({ progress, text }) => tell({ kind: "progress", fraction: progress, text }) });
const memory = new ConversationMemory();
let stopping = false;
let lost = false;

watchDevices();

self.addEventListener("message", (event: MessageEvent<PageMessage>) => {
  const message = event.data;
  switch (message.kind) {
    case "load":
      return run(() => load(message.record, message.cache));
    case "generate":
      return run(() => generate(message.request));
    case "stop":
      stopping = true;
      return void engine.interruptGenerate();
    case "count":
      return tell({ kind: "counted", id: message.id, tokens: countTokens(engine, message.text) });
    case "has-files":
      return run(async () => tell({ kind: "files", present: await hasModelInCache(message.record.id, appConfig(message.record, message.cache)) }));
    case "delete-files":
      return run(async () => {
        await deleteModelAllInfoInCache(message.record.id, appConfig(message.record, message.cache));
        tell({ kind: "files", present: false });
      });
  }
});

function run(work: () => Promise<void>): void {
  work().catch(async (error: unknown) => {
    // A call into a lost device fails a moment before the loss itself is told, and only the loss tells what to do.
    await new Promise((resolve) => setTimeout(resolve, LOSS_GRACE_MS));
    if (lost) return;
    const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
    tell({ kind: "failed", name, message });
  });
}

async function load(record: EngineRecord, cache: WebllmCache): Promise<void> {
  memory.forget();
  engine.setAppConfig(appConfig(record, cache));
  await engine.reload(record.id);
  tell({ kind: "loaded" });
}

async function generate(request: GenerateRequest): Promise<void> {
  stopping = false;
  const cached = memory.reuse(request.messages);
  let text = "";
  let finish: "stop" | "length" | "abort" = "stop";
  let usage: TokenUsage = { promptTokens: 0, completionTokens: 0, decodeRate: null, prefillRate: null };
  try {
    const stream = await engine.chat.completions.create({
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      temperature: request.temperature,
      max_tokens: request.maxTokens,
      ...(request.seed === null ? {} : { seed: request.seed }),
      ...(request.schema === null ? {} : { response_format: { type: "json_object", schema: JSON.stringify(request.schema) } }),
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      // A stop that came before the library had begun was forgotten by it.
      if (stopping) await engine.interruptGenerate();
      const [choice] = chunk.choices;
      const delta = choice?.delta.content ?? "";
      if (delta !== "") {
        text += delta;
        tell({ kind: "text", text: delta });
      }
      if (choice?.finish_reason === "length" || choice?.finish_reason === "abort") finish = choice.finish_reason;
      if (chunk.usage !== undefined && chunk.usage !== null) usage = usageOf(chunk.usage, cached);
    }
  } catch (error) {
    memory.forget();
    throw error;
  }
  memory.remember(request.messages, text, finish, usage.promptTokens + usage.completionTokens);
  tell({ kind: "end", finish, usage });
}

function usageOf(usage: NonNullable<ChatCompletionChunk["usage"]>, cached: number): TokenUsage {
  const rate = (value: number): number | null => (Number.isFinite(value) && value > 0 ? value : null);
  return {
    // The library counts only what it read in this round.
    promptTokens: usage.prompt_tokens + cached,
    cachedTokens: cached,
    completionTokens: usage.completion_tokens,
    decodeRate: rate(usage.extra.decode_tokens_per_s),
    prefillRate: rate(usage.extra.prefill_tokens_per_s),
  };
}

function appConfig({ id, model, modelLib, contextSize }: EngineRecord, cache: WebllmCache): AppConfig {
  return { model_list: [{ model, model_id: id, model_lib: modelLib, overrides: { context_window_size: contextSize } }], cacheBackend: cache };
}

/** The library asks for its device by itself; whichever it gets is watched, since it only logs a loss. */
function watchDevices(): void {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor?: GPUDeviceDescriptor) {
    const device = await requestDevice.call(this, descriptor);
    void device.lost.then(({ reason, message }) => {
      lost = true;
      tell({ kind: "device-lost", detail: message === "" ? reason : message });
    });
    return device;
  };
}
