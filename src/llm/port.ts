import type { ModelIdentity, TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";

export type EngineName = "webllm" | "wllama" | "scripted" | "endpoint";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface GenerateRequest {
  readonly messages: readonly ChatMessage[];
  /** 0 is greedy. */
  readonly temperature: number;
  /** Null lets the engine draw one. */
  readonly seed: number | null;
  readonly maxTokens: number;
  /**
   * How much tokens that stand in the prompt or in the reply already are avoided, 0 (as when it is left out) to 1: keeps a repair from
   * writing the old program again. llama.cpp counts the prompt (wllama, and servers that run it), other servers the reply only, and WebLLM,
   * which also counts only the reply, ignores it.
   */
  readonly penalty?: number;
  /** JSON Schema that the reply must match, or null for free text. */
  readonly schema: Readonly<Record<string, unknown>> | null;
}

export interface Generation {
  readonly text: string;
  readonly finish: "stop" | "length" | "aborted" | "error";
  readonly usage: TokenUsage;
  /** Set exactly when `finish` is `error`. */
  readonly fault: Fault | null;
}

/** Bytes and time of a model's way into memory. `total` is null while it is not known. */
export interface LoadProgress {
  readonly phase: "download" | "read" | "compile" | "warm-up";
  readonly loaded: number;
  readonly total: number | null;
  readonly message: string;
  /** Of a download; null until it can be told, left out in other phases. */
  readonly bytesPerSecond?: number | null;
}

/** A reply under way. */
export interface LiveReply {
  /** Pieces of text so far: tokens, of nearly all engines. */
  readonly pieces: number;
  /** Pieces per second since the first; null until there are some. */
  readonly rate: number | null;
}

export type EngineState =
  | { readonly kind: "empty" }
  | { readonly kind: "loading"; readonly model: ModelIdentity; readonly progress: LoadProgress }
  | { readonly kind: "ready"; readonly model: ModelIdentity; readonly loadMs: number; readonly contextSize: number; readonly last?: TokenUsage }
  | { readonly kind: "generating"; readonly model: ModelIdentity; readonly contextSize: number; readonly live?: LiveReply }
  | { readonly kind: "failed"; readonly model: ModelIdentity | null; readonly fault: Fault };

/**
 * A language model in reach. Nothing here throws for an expected failure: loading and generating answer with a Fault.
 * One generation at a time; a second call while one runs answers with the fault `SK-BUSY`.
 */
export interface LanguageModel {
  readonly engine: EngineName;
  readonly state: EngineState;
  subscribe(listener: (state: EngineState) => void): () => void;
  /** @returns null when the model is ready, else why not. Loading the model that is loaded is free. */
  load(model: CatalogueModel, signal: AbortSignal): Promise<Fault | null>;
  /** Frees the memory. The files stay on this device. */
  unload(): Promise<void>;
  /** Streams a reply. Abort keeps the model loaded and answers with what was written so far. */
  generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation>;
  /** Tokens of a text by the model's own tokenizer; where the engine has none to ask, an estimate that the counts of earlier replies correct. */
  countTokens(text: string): Promise<number>;
}

/** Where a model's files are. */
export type ModelSource =
  /** WebLLM: a compiled model by its folder (`resolve/main/` is appended) and its library, both by absolute URL; null for an id of WebLLM's prebuilt list, which the catalogue fills in. */
  | {
      readonly kind: "webllm";
      readonly id: string;
      readonly record: { readonly model: string; readonly modelLib: string; readonly contextSize: number } | null;
    }
  /** One GGUF or the parts of a split one, in order, by URL; with the SHA-256 of each (lower-case hex) where the publisher's is known. */
  | { readonly kind: "gguf-url"; readonly urls: readonly string[]; readonly sha256?: readonly string[] }
  /** Picked from disk: held for this session. */
  | { readonly kind: "gguf-file"; readonly parts: readonly Blob[] }
  /** A model of an OpenAI-compatible server; `baseUrl` ends before `/chat/completions`. Prompts leave the tab. */
  | { readonly kind: "endpoint"; readonly baseUrl: string; readonly model: string }
  | { readonly kind: "scripted" };

/** One model that the Models screen offers. */
export interface CatalogueModel {
  readonly id: string;
  readonly engine: EngineName;
  readonly name: string;
  readonly source: ModelSource;
  /** Bytes to download; null when not known before. */
  readonly downloadBytes: number | null;
  /** Bytes of GPU or tab memory it needs; null when not known. */
  readonly memoryBytes: number | null;
  /** SPDX name or the licence's own title. */
  readonly licence: string;
  readonly goodFor: string;
  readonly needs: { readonly webgpu: boolean; readonly shaderF16: boolean };
  /** Whether its files came with this installation (the asset manifest) rather than from a hub. */
  readonly local: boolean;
}

/** What this browser can run; asked once, before any download. */
export interface DeviceFacts {
  readonly webgpu: {
    readonly available: boolean;
    readonly shaderF16: boolean;
    /** The adapter is drawn on the CPU: it works, at one or two tokens per second. */
    readonly software: boolean;
    readonly description: string;
    readonly maxBufferBytes: number;
    readonly reason: string;
  };
  /** navigator.deviceMemory in GiB (capped at 8 by browsers), or null. */
  readonly memoryGiB: number | null;
  readonly cores: number;
  readonly crossOriginIsolated: boolean;
  readonly storage: { readonly quotaBytes: number | null; readonly usedBytes: number | null; readonly persisted: boolean };
}

export type Fit = { readonly fits: true } | { readonly fits: false; readonly why: string };

/** How much of a model's files this browser keeps. */
export type ModelPresence =
  | { readonly kind: "absent" }
  /** A download that was paused or cut; loading or downloading it again goes on from here. */
  | { readonly kind: "partial"; readonly bytes: number; readonly total: number | null }
  /** `checked`: its checksums are known and were right. */
  | { readonly kind: "complete"; readonly bytes: number; readonly checked: boolean };

/** A file of a folder that a person picked; the path begins with the folder's name. */
export interface FolderFile {
  readonly path: string;
  readonly blob: Blob;
}

export type ImportAnswer = { readonly ok: true; readonly model: CatalogueModel } | { readonly ok: false; readonly fault: Fault };

/** The models' files on this device. Nothing here throws for an expected failure. */
export interface ModelStore {
  presence(model: CatalogueModel): Promise<ModelPresence>;
  /** Fetches what is missing. Abort is pause: what came is kept. @returns null when the files are complete, else why not. */
  download(model: CatalogueModel, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<Fault | null>;
  /** Copies a folder of a model compiled for WebLLM into this browser, checked as a download is. @returns its entry, or why not. */
  importFolder(files: readonly FolderFile[], onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<ImportAnswer>;
  /** Deletes the files. @returns the bytes freed, or why not. */
  remove(model: CatalogueModel): Promise<{ readonly ok: true; readonly freedBytes: number } | { readonly ok: false; readonly fault: Fault }>;
}

/** OpenAI-compatible servers: keys are held in memory for the session only. */
export interface EndpointAccess {
  /** Null or the empty string forgets the key. */
  setKey(baseUrl: string, key: string | null): void;
  /** Asks the server for its models, as entries that can be loaded. */
  models(
    baseUrl: string,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly models: readonly CatalogueModel[] } | { readonly ok: false; readonly fault: Fault }>;
}
