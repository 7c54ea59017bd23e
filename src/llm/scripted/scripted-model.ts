import type { ModelIdentity } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import { demoModel } from "../demo-model.ts";
import { engineFault } from "../engine-fault.ts";
import { EngineStateCell } from "../engine-state.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { abortedGeneration, failedGeneration } from "../generation.ts";
import type { CatalogueModel, EngineState, GenerateRequest, Generation, LanguageModel } from "../port.ts";
import { type DemoScript, demoTasks } from "./demo-tasks.ts";
import { findRecording } from "./find-recording.ts";

const CONTEXT_SIZE = 8192;
const CHUNK_DELAY_MS = 12;
const IDENTITY: ModelIdentity = { engine: "scripted", model: demoModel.id, demo: true };

export interface ScriptedOptions {
  /** Milliseconds between chunks; 0 streams as fast as the page allows. */
  readonly delayMs?: number;
  readonly scripts?: readonly DemoScript[];
}

/** Recorded replies behind the engines' port: a demo and a test double. No model runs, so it counts no tokens and tells no rates. */
export class ScriptedModel implements LanguageModel {
  readonly engine = "scripted";
  readonly #cell = new EngineStateCell();
  readonly #delayMs: number;
  readonly #scripts: readonly DemoScript[];

  constructor(options: ScriptedOptions = {}) {
    this.#delayMs = options.delayMs ?? CHUNK_DELAY_MS;
    this.#scripts = options.scripts ?? demoTasks;
  }

  get state(): EngineState {
    return this.#cell.current;
  }

  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }

  async load(_model: CatalogueModel, _signal: AbortSignal): Promise<Fault | null> {
    if (this.state.kind !== "ready" && this.state.kind !== "generating") this.#setReady();
    return null;
  }

  async unload(): Promise<void> {
    this.#cell.set({ kind: "empty" });
  }

  async generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    if (this.state.kind === "generating") return failedGeneration(engineFault.busy());
    if (this.state.kind !== "ready") return failedGeneration(engineFault.noModel());
    const recording = request.schema === null ? findRecording(this.#scripts, request.messages) : null;
    if (recording === null) return failedGeneration(engineFault.demoUnknown(this.#scripts.map((script) => script.title)));
    this.#cell.set({ kind: "generating", model: IDENTITY, contextSize: CONTEXT_SIZE });
    let text = "";
    try {
      for (const chunk of recording.match(/\s*\S+|\s+$/g) ?? []) {
        await pause(this.#delayMs, signal);
        if (signal.aborted) return abortedGeneration(text);
        text += chunk;
        onText(chunk);
      }
      return { ...abortedGeneration(text), finish: "stop" };
    } finally {
      this.#setReady();
    }
  }

  async countTokens(text: string): Promise<number> {
    return estimateTokens(text);
  }

  #setReady(): void {
    this.#cell.set({ kind: "ready", model: IDENTITY, loadMs: 0, contextSize: CONTEXT_SIZE });
  }
}

/** Waits, or less when the signal aborts. 0 only lets other work run. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
