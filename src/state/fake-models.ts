import type { CatalogueModel, DeviceFacts, EngineName, EngineState, LanguageModel } from "#llm/port.ts";

/** An engine that loads everything at once and answers nothing. */
export interface FakeEngine extends LanguageModel {
  show(state: EngineState): void;
  /** Ids of the models loaded, in order. */
  readonly loads: string[];
}

export const FAKE_FACTS: DeviceFacts = {
  webgpu: { available: false, shaderF16: false, software: false, description: "", maxBufferBytes: 0, reason: "This browser has no WebGPU adapter." },
  memoryGiB: 8,
  cores: 4,
  crossOriginIsolated: true,
  storage: { quotaBytes: 10e9, usedBytes: 1e9, persisted: false },
};

export const FAKE_MODELS: readonly CatalogueModel[] = [
  model("webllm-llama", "webllm", { needs: { webgpu: true, shaderF16: true }, name: "Llama 3.2 3B", downloadBytes: 1.9e9, memoryBytes: 2.3e9 }),
  model("wllama-coder", "wllama", { name: "Qwen2.5 Coder 0.5B", downloadBytes: 491e6, memoryBytes: 1e9 }),
  model("scripted", "scripted", { name: "Demo replies", source: { kind: "scripted" }, downloadBytes: 0, memoryBytes: null, local: true }),
];

/** One catalogue entry, all of it but what the test sets chosen for it. */
function model(id: string, engine: EngineName, part: Partial<CatalogueModel>): CatalogueModel {
  return {
    id,
    engine,
    name: id,
    source: { kind: "webllm", id, record: null },
    downloadBytes: null,
    memoryBytes: null,
    licence: "Apache-2.0",
    goodFor: "Small programs",
    needs: { webgpu: false, shaderF16: false },
    local: false,
    ...part,
  };
}

/** For tests of the stores and of the view. */
export function fakeEngine(engine: EngineName): FakeEngine {
  const listeners = new Set<(state: EngineState) => void>();
  let state: EngineState = { kind: "empty" };
  const show = (next: EngineState): void => {
    state = next;
    for (const listener of listeners) listener(next);
  };
  const loads: string[] = [];
  return {
    engine,
    loads,
    show,
    get state() {
      return state;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async (wanted) => {
      loads.push(wanted.id);
      show({ kind: "ready", model: { engine, model: wanted.name, demo: engine === "scripted" }, loadMs: 10, contextSize: 4096 });
      return null;
    },
    unload: async () => show({ kind: "empty" }),
    generate: async () => ({ text: "", finish: "stop", usage: { promptTokens: 0, completionTokens: 0, decodeRate: null, prefillRate: null }, fault: null }),
    countTokens: async (text) => Math.ceil(text.length / 4),
  };
}
