/**
 * Between the page and the worker that holds WebLLM.
 *
 *   page → worker   load, then generate | stop, as often as wanted; the page ends the worker to unload
 *   worker → page   progress… loaded | failed;   text… end | failed;   device-lost at any time;   count is answered with counted at any time
 */
import type { TokenUsage } from "#domain/agent-event.ts";
import type { GenerateRequest } from "../port.ts";

/** Where WebLLM keeps files. */
export type WebllmCache = "cache" | "indexeddb" | "opfs";

export interface EngineRecord {
  readonly id: string;
  /** Absolute, as WebLLM wants it. */
  readonly model: string;
  /** Absolute, or a blob: address of the library from our own cache. */
  readonly modelLib: string;
  readonly contextSize: number;
}

export type PageMessage =
  | { readonly kind: "load"; readonly record: EngineRecord; readonly cache: WebllmCache }
  | { readonly kind: "generate"; readonly request: GenerateRequest }
  | { readonly kind: "stop" }
  | { readonly kind: "count"; readonly id: number; readonly text: string }
  | { readonly kind: "has-files"; readonly record: EngineRecord; readonly cache: WebllmCache }
  | { readonly kind: "delete-files"; readonly record: EngineRecord; readonly cache: WebllmCache };

export type EngineMessage =
  /** `fraction` of the step that `text` names, as the library tells. */
  | { readonly kind: "progress"; readonly fraction: number; readonly text: string }
  | { readonly kind: "loaded" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "end"; readonly finish: "stop" | "length" | "abort"; readonly usage: TokenUsage }
  | { readonly kind: "failed"; readonly name: string; readonly message: string }
  | { readonly kind: "device-lost"; readonly detail: string }
  /** Null when the library's tokenizer cannot be reached. */
  | { readonly kind: "counted"; readonly id: number; readonly tokens: number | null }
  | { readonly kind: "files"; readonly present: boolean };
