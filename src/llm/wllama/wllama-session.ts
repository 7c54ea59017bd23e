import type { ChatCompletionChunk, ChatCompletionParams, Wllama } from "@wllama/wllama";
import type { TokenUsage } from "#domain/agent-event.ts";
import { type Fault, messageOf } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import { abortedGeneration, failedGeneration } from "../generation.ts";
import type { GenerateRequest, Generation, LoadProgress } from "../port.ts";
import type { EngineSession, SessionDeath } from "../session-engine.ts";
import { stopGrace } from "../stop-grace.ts";
import type { WllamaPlan } from "./plan-run.ts";
import { generateFault, loadFault, NativeLog } from "./wllama-fault.ts";

export interface SessionOptions {
  readonly parts: readonly Blob[];
  readonly plan: WllamaPlan;
  /** Tokens. A model trained for fewer gets as many as it was trained for. */
  readonly contextSize: number;
  readonly onProgress: (progress: LoadProgress) => void;
}

export type WllamaStart = { readonly ok: true; readonly session: WllamaSession } | { readonly ok: false; readonly fault: Fault };

/** One model in the memory of one llama.cpp worker. */
export class WllamaSession implements EngineSession {
  readonly contextSize: number;
  readonly threads: number;
  readonly died: Promise<SessionDeath>;
  #die: (death: SessionDeath) => void = () => {};
  readonly #wllama: Wllama;
  readonly #log: NativeLog;
  /** A stopped reply that the engine has not let go of yet. */
  #draining: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor(wllama: Wllama, log: NativeLog, contextSize: number) {
    this.#wllama = wllama;
    this.#log = log;
    this.contextSize = contextSize;
    this.threads = wllama.getNumThreads();
    this.died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  /** Loads a model. Abort ends the worker at once. */
  static async start(options: SessionOptions, signal: AbortSignal): Promise<WllamaStart> {
    const log = new NativeLog();
    let wllama: Wllama | null = null;
    const stop = (): void => void wllama?.exit();
    signal.addEventListener("abort", stop);
    try {
      // The library comes with the first model, not with the page.
      const { startWllama } = await import("./start-wllama.ts");
      wllama = await startWllama(options.plan.build, log);
      await wllama.loadModel(countingReads(options.parts, options.onProgress), {
        n_ctx: options.contextSize,
        n_threads: options.plan.threads,
        // One conversation at a time: more slots would only take memory.
        n_parallel: 1,
        n_batch: options.plan.batch,
        n_ubatch: options.plan.batch,
        ...(options.plan.gpu ? {} : { n_gpu_layers: 0 }),
      });
      if (signal.aborted) throw new DOMException("stopped", "AbortError");
      // The library does not look at whether llama.cpp could read the file: a model with no words is none.
      if (wllama.getLoadedContextInfo().n_vocab === 0) throw new Error("llama.cpp could not read it");
      if (wllama.getChatTemplate() === null) {
        await wllama.exit();
        return { ok: false, fault: engineFault.noTemplate() };
      }
      const { n_ctx, n_ctx_train } = wllama.getLoadedContextInfo();
      return { ok: true, session: new WllamaSession(wllama, log, Math.min(n_ctx, n_ctx_train)) };
    } catch (error) {
      await wllama?.exit();
      return { ok: false, fault: signal.aborted ? engineFault.loadStopped(true) : loadFault(error, log.text) };
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async idle(milliseconds: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds);
    });
    return Promise.race([this.#draining.then(() => true), late]).finally(() => clearTimeout(timer));
  }

  async generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    const reply = new ReplyReader(onText, signal);
    this.#log.clear();
    const params: ChatCompletionParams & { readonly stream: true; readonly onData: (chunk: ChatCompletionChunk) => void } = {
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      temperature: request.temperature,
      max_tokens: request.maxTokens,
      ...(request.seed === null ? {} : { seed: request.seed }),
      ...penaltyOf(request.penalty ?? 0, this.contextSize),
      ...(request.schema === null ? {} : { response_format: { type: "json_schema", json_schema: { name: "reply", schema: request.schema, strict: true } } }),
      cache_prompt: true,
      timings_per_token: true,
      abortSignal: signal,
      stream: true,
      onData: (chunk) => reply.take(chunk),
    };
    const done = this.#wllama.createChatCompletion(params).then(
      () => reply.end(),
      (error: unknown) => {
        if (this.#closed) return abortedGeneration(reply.text, reply.usage);
        const { fault, dead } = generateFault(error, this.#log.text, this.contextSize);
        if (dead) this.#die({ fault: () => fault, recoverable: fault.code !== "SK-NO-MEMORY" });
        return signal.aborted ? abortedGeneration(reply.text, reply.usage) : failedGeneration(fault, reply.text, reply.usage);
      },
    );
    this.#draining = done;
    return Promise.race([done, stopGrace(signal).then(() => abortedGeneration(reply.text, reply.usage))]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#wllama.exit().catch((error: unknown) => this.#log.error(messageOf(error)));
  }
}

/** By llama.cpp's own names, which wllama passes on. It looks back over 64 tokens unless told otherwise: here over the whole prompt. */
function penaltyOf(penalty: number, contextSize: number): { readonly presence_penalty?: number; readonly repeat_last_n?: number } {
  return penalty === 0 ? {} : { presence_penalty: penalty, repeat_last_n: contextSize };
}

/** Gathers a streamed reply: its text, why it ended, and the counts that the last chunk carries. */
class ReplyReader {
  text = "";
  usage: TokenUsage = { promptTokens: 0, completionTokens: 0, decodeRate: null, prefillRate: null };
  #finish: "stop" | "length" = "stop";
  readonly #onText: (text: string) => void;
  readonly #signal: AbortSignal;

  constructor(onText: (text: string) => void, signal: AbortSignal) {
    this.#onText = onText;
    this.#signal = signal;
  }

  take(chunk: ChatCompletionChunk): void {
    const choice = chunk.choices[0];
    const text = choice?.delta.content ?? "";
    if (choice?.finish_reason === "length") this.#finish = "length";
    const { timings } = chunk;
    if (timings !== undefined) {
      this.usage = {
        promptTokens: timings.prompt_n + timings.cache_n,
        cachedTokens: timings.cache_n,
        completionTokens: timings.predicted_n,
        decodeRate: timings.predicted_n > 1 ? timings.predicted_per_second : null,
        prefillRate: timings.prompt_n > 1 ? timings.prompt_per_second : null,
      };
    }
    // What comes after Stop is not part of the answer that was given.
    if (text === "" || this.#signal.aborted) return;
    this.text += text;
    this.#onText(text);
  }

  end(): Generation {
    return { text: this.text, finish: this.#signal.aborted ? "aborted" : this.#finish, usage: this.usage, fault: null };
  }
}

/** The engine asks the page for pieces of the files as it loads; counting them is the only progress there is. */
function countingReads(parts: readonly Blob[], onProgress: (progress: LoadProgress) => void): Blob[] {
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  let loaded = 0;
  let told = 0;
  return parts.map((part) => {
    const slice = part.slice.bind(part);
    const counted = part instanceof File ? new File([part], part.name) : new Blob([part]);
    counted.slice = (start = 0, end = part.size, type) => {
      loaded = Math.min(loaded + Math.max(Math.min(end, part.size) - start, 0), total);
      const now = performance.now();
      if (now - told > 100) {
        told = now;
        onProgress({ phase: "read", loaded, total, message: "Reading the model into memory" });
      }
      return slice(start, end, type);
    };
    return counted;
  });
}
