import type { ModelIdentity, TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import { EngineStateCell } from "../engine-state.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { abortedGeneration, failedGeneration } from "../generation.ts";
import type { CatalogueModel, EngineState, GenerateRequest, Generation, LanguageModel } from "../port.ts";
import { ReplyMeter } from "../reply-meter.ts";
import { SerialQueue } from "../serial-queue.ts";
import { TokenGauge } from "../token-gauge.ts";
import { type ReplyTimings, type ReplyUsage, readReply } from "./chat-stream.ts";
import { servedModels } from "./endpoint-access.ts";
import { errorDetail, isContextError, responseFault } from "./response-fault.ts";
import type { SessionKeys } from "./session-keys.ts";

/** Taken when the server does not tell. */
const DEFAULT_CONTEXT = 8192;
/** Parameters that some servers refuse: left out or renamed once they said so. */
const OPTIONAL = ["max_tokens", "temperature", "seed", "stream_options", "presence_penalty", "repeat_last_n"] as const;

interface Connected {
  readonly model: CatalogueModel;
  readonly identity: ModelIdentity;
  readonly baseUrl: string;
  readonly name: string;
  readonly contextSize: number;
  readonly loadMs: number;
  readonly refused: Set<string>;
  /** Learns from what the server counts. */
  readonly gauge: TokenGauge;
  /** Counts and rates of the newest reply. */
  last: TokenUsage | null;
}

/** A model on an OpenAI-compatible server (Ollama, llama.cpp, vLLM, LM Studio). Prompts leave the tab. */
export class EndpointModel implements LanguageModel {
  readonly engine = "endpoint";
  readonly #cell = new EngineStateCell();
  readonly #queue = new SerialQueue();
  readonly #keys: SessionKeys;
  #connected: Connected | null = null;

  constructor(keys: SessionKeys) {
    this.#keys = keys;
  }

  get state(): EngineState {
    return this.#cell.current;
  }

  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }

  load(model: CatalogueModel, signal: AbortSignal): Promise<Fault | null> {
    return this.#queue.run(async () => {
      if (this.#connected?.model.id === model.id && this.state.kind !== "failed") return null;
      this.#connected = null;
      const identity: ModelIdentity = { engine: "endpoint", model: model.id, demo: false };
      this.#cell.set({ kind: "loading", model: identity, progress: { phase: "read", loaded: 0, total: null, message: "Asking the server" } });
      const started = performance.now();
      const { source } = model;
      const served = source.kind === "endpoint" ? await servedModels(source.baseUrl, this.#keys, signal) : null;
      if (source.kind !== "endpoint" || served === null) return this.#fail(identity, engineFault.badModel("this engine only talks to servers."), signal);
      if (!served.ok) return this.#fail(identity, served.fault, signal);
      const known = served.models.find(({ id, aliases }) => id === source.model || aliases.includes(source.model));
      if (known === undefined && served.models.length > 0) {
        const names = served.models.map((candidate) => candidate.id).join(", ");
        return this.#fail(identity, engineFault.endpoint(source.baseUrl, `it has no model ${source.model}, but ${names}`), signal);
      }
      this.#connected = {
        model,
        identity,
        baseUrl: source.baseUrl,
        name: source.model,
        contextSize: known?.contextSize ?? DEFAULT_CONTEXT,
        loadMs: Math.round(performance.now() - started),
        refused: new Set(),
        gauge: new TokenGauge(),
        last: null,
      };
      this.#setReady(this.#connected);
      return null;
    });
  }

  unload(): Promise<void> {
    return this.#queue.run(async () => {
      this.#connected = null;
      this.#cell.set({ kind: "empty" });
    });
  }

  async generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    if (this.state.kind === "generating") return failedGeneration(engineFault.busy());
    const connected = this.#connected;
    if (connected === null || this.state.kind !== "ready") return failedGeneration(engineFault.noModel());
    const { identity, contextSize } = connected;
    this.#cell.set({ kind: "generating", model: identity, contextSize });
    const meter = new ReplyMeter((live) => {
      if (this.#connected === connected && this.state.kind === "generating") this.#cell.set({ kind: "generating", model: identity, contextSize, live });
    });
    const take = (text: string): void => {
      onText(text);
      meter.tick();
    };
    try {
      const generation = await this.#ask(connected, request, take, signal);
      if (generation.usage.completionTokens > 0) connected.last = generation.usage;
      return generation;
    } finally {
      if (this.#connected === connected) this.#setReady(connected);
    }
  }

  async countTokens(text: string): Promise<number> {
    return this.#connected?.gauge.count(text) ?? estimateTokens(text);
  }

  async #ask(connected: Connected, request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    const { baseUrl } = connected;
    const meter = new ReplyCounts();
    let text = "";
    let answered = false;
    try {
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...this.#keys.headersFor(baseUrl) },
        body: JSON.stringify(bodyOf(connected, request)),
        signal,
        cache: "no-store",
      });
      answered = true;
      if (!response.ok) {
        const body = await response.text();
        const unwanted = response.status === 400 ? refusedParameter(errorDetail(body), connected) : null;
        if (unwanted === null) return failedGeneration(responseFault(baseUrl, response, body, connected.contextSize));
        connected.refused.add(unwanted);
        return await this.#ask(connected, request, onText, signal);
      }
      let finish: Generation["finish"] | null = null;
      for await (const part of readReply(response)) {
        switch (part.kind) {
          case "text":
            meter.tick();
            text += part.text;
            onText(part.text);
            break;
          case "finish":
            finish = part.reason === "length" ? "length" : "stop";
            break;
          case "usage":
            meter.usage = part.usage;
            break;
          case "timings":
            meter.timings = part.timings;
            break;
          case "error":
            return failedGeneration(
              isContextError(part.message) ? engineFault.contextFull(null, connected.contextSize) : engineFault.endpoint(baseUrl, part.message),
              text,
            );
          case "done":
            finish ??= "stop";
        }
        if (part.kind === "done") break;
      }
      if (meter.usage?.prompt_tokens !== undefined) connected.gauge.learn(request.messages, meter.usage.prompt_tokens);
      const counted = meter.result(request, text);
      if (signal.aborted) return abortedGeneration(text, counted);
      return finish === null ? failedGeneration(engineFault.streamCut(baseUrl), text, counted) : { text, finish, usage: counted, fault: null };
    } catch {
      // Whoever ends a reply early is never told its counts: they are what came, and an estimate of the prompt.
      if (signal.aborted) return abortedGeneration(text, meter.result(request, text));
      return failedGeneration(answered ? engineFault.streamCut(baseUrl) : engineFault.unreachable(baseUrl), text);
    }
  }

  #fail(identity: ModelIdentity, fault: Fault, signal: AbortSignal): Fault {
    this.#cell.set(signal.aborted ? { kind: "empty" } : { kind: "failed", model: identity, fault });
    return fault;
  }

  #setReady({ identity, loadMs, contextSize, last }: Connected): void {
    this.#cell.set({ kind: "ready", model: identity, loadMs, contextSize, ...(last === null ? {} : { last }) });
  }
}

function bodyOf({ name, contextSize, refused }: Connected, request: GenerateRequest): Record<string, unknown> {
  const penalty = request.penalty ?? 0;
  const wanted: Record<(typeof OPTIONAL)[number], unknown> = {
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    seed: request.seed,
    stream_options: { include_usage: true },
    presence_penalty: penalty === 0 ? null : penalty,
    // llama.cpp looks back over 64 tokens unless told otherwise.
    repeat_last_n: penalty === 0 ? null : contextSize,
  };
  const body: Record<string, unknown> = { model: name, messages: request.messages, stream: true };
  for (const [key, value] of Object.entries(wanted)) if (value !== null && !refused.has(key)) body[key] = value;
  if (refused.has("max_tokens")) body.max_completion_tokens = request.maxTokens;
  if (request.schema !== null) body.response_format = { type: "json_schema", json_schema: { name: "reply", schema: request.schema, strict: true } };
  return body;
}

/** The parameter that a refusal is about, if it can be done without and was not left out before. */
function refusedParameter(detail: string, { refused }: Connected): string | null {
  if (!/unsupported|not supported|unknown|unrecognized|not permitted|extra (?:inputs|fields)/i.test(detail)) return null;
  return OPTIONAL.find((name) => detail.includes(name) && !refused.has(name)) ?? null;
}

/** Counts of one reply: the server's own where it tells, else the time between the pieces. */
class ReplyCounts {
  usage: ReplyUsage | null = null;
  timings: ReplyTimings | null = null;
  #first: number | null = null;
  #last = 0;
  #pieces = 0;

  tick(): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.#pieces += 1;
  }

  /** Most servers send each token by itself; pieces of several tokens are told by their length. */
  #countPieces(text: string): number {
    const estimate = estimateTokens(text);
    return this.#pieces * 2 >= estimate ? this.#pieces : estimate;
  }

  result(request: GenerateRequest, text: string): TokenUsage {
    const completionTokens = this.usage?.completion_tokens ?? this.#countPieces(text);
    const promptTokens = this.usage?.prompt_tokens ?? request.messages.reduce((sum, message) => sum + estimateTokens(message.content), 0);
    const seconds = (this.#last - (this.#first ?? this.#last)) / 1000;
    // A reply in one piece has no rate.
    const measured = this.#pieces > 1 && seconds > 0 ? (completionTokens - 1) / seconds : null;
    const cached = this.usage?.prompt_tokens_details?.cached_tokens;
    return {
      promptTokens,
      completionTokens,
      ...(cached === null || cached === undefined ? {} : { cachedTokens: cached }),
      decodeRate: this.timings?.predicted_per_second ?? measured,
      prefillRate: this.timings?.prompt_per_second ?? null,
    };
  }
}
