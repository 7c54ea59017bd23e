import type { ModelIdentity } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import { downloadGguf, openGguf } from "../download/gguf-files.ts";
import { engineFault } from "../engine-fault.ts";
import { EngineStateCell } from "../engine-state.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { abortedGeneration, failedGeneration } from "../generation.ts";
import type { CatalogueModel, DeviceFacts, EngineState, GenerateRequest, Generation, LanguageModel, LoadProgress } from "../port.ts";
import { SerialQueue } from "../serial-queue.ts";
import { checkGguf } from "./check-gguf.ts";
import { planRun } from "./plan-run.ts";
import { WllamaSession } from "./wllama-session.ts";

export interface WllamaOptions {
  /** What the machine can do; asked at each load. */
  readonly facts: () => Promise<DeviceFacts>;
  /** Tokens of context. Memory grows with it. */
  readonly contextSize?: number;
  /** Overrides the number of threads; without cross-origin isolation there is only one. */
  readonly threads?: number;
  /** Whether a graphics device may be used where there is a real one. */
  readonly gpu?: "auto" | "never";
}

const CONTEXT_SIZE = 4096;
/** A stopped reply that holds the engine longer than this has hung: the worker is replaced. */
const DRAIN_LIMIT_MS = 30_000;

interface Loaded {
  readonly model: CatalogueModel;
  readonly identity: ModelIdentity;
  readonly parts: readonly Blob[];
  readonly loadMs: number;
  session: WllamaSession;
}

/** GGUF models by llama.cpp in WebAssembly: from the manifest, by address, or from disk. */
export class WllamaModel implements LanguageModel {
  readonly engine = "wllama";
  readonly #cell = new EngineStateCell();
  readonly #queue = new SerialQueue();
  readonly #options: WllamaOptions;
  #loaded: Loaded | null = null;

  constructor(options: WllamaOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#cell.current;
  }

  /** Threads of the loaded model, or null. */
  get threads(): number | null {
    return this.#loaded?.session.threads ?? null;
  }

  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }

  load(model: CatalogueModel, signal: AbortSignal): Promise<Fault | null> {
    return this.#queue.run(async () => {
      if (this.#loaded !== null && this.#loaded.model.id === model.id && this.state.kind !== "failed") return null;
      if (signal.aborted) return engineFault.loadStopped(false);
      await this.#close();
      const identity: ModelIdentity = { engine: "wllama", model: model.id, demo: false };
      const onProgress = (progress: LoadProgress): void => {
        if (!signal.aborted) this.#cell.set({ kind: "loading", model: identity, progress });
      };
      onProgress({ phase: "read", loaded: 0, total: model.downloadBytes, message: "Looking for the file" });
      const started = performance.now();
      const fault = await this.#bring(model, identity, started, onProgress, signal);
      if (fault !== null) this.#cell.set(signal.aborted ? { kind: "empty" } : { kind: "failed", model: identity, fault });
      return fault;
    });
  }

  unload(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#close();
      this.#cell.set({ kind: "empty" });
    });
  }

  async generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    if (this.state.kind === "generating") return failedGeneration(engineFault.busy());
    const loaded = this.#loaded;
    if (loaded === null || this.state.kind !== "ready") return failedGeneration(engineFault.noModel());
    this.#cell.set({ kind: "generating", model: loaded.identity, contextSize: loaded.session.contextSize });
    if (!(await loaded.session.idle(DRAIN_LIMIT_MS))) {
      const fault = await this.#replaceSession(loaded);
      if (fault !== null) return failedGeneration(fault);
    }
    if (signal.aborted) {
      this.#setReady(loaded);
      return abortedGeneration("");
    }
    const { generation, dead } = await loaded.session.generate(request, onText, signal);
    if (this.#loaded !== loaded) return generation;
    if (dead && generation.fault !== null) {
      await this.#close();
      this.#cell.set({ kind: "failed", model: loaded.identity, fault: generation.fault });
    } else {
      this.#setReady(loaded);
    }
    return generation;
  }

  async countTokens(text: string): Promise<number> {
    return estimateTokens(text);
  }

  async #bring(
    model: CatalogueModel,
    identity: ModelIdentity,
    started: number,
    onProgress: (progress: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Fault | null> {
    const files = await filesOf(model, onProgress, signal);
    if (!files.ok) return files.fault;
    const checked = await checkGguf(files.parts);
    if (!checked.ok) return checked.fault;
    const session = await this.#startSession(checked.parts, onProgress, signal);
    if (!session.ok) return session.fault;
    this.#loaded = { model, identity, parts: checked.parts, loadMs: performance.now() - started, session: session.session };
    this.#setReady(this.#loaded);
    return null;
  }

  async #startSession(parts: readonly Blob[], onProgress: (progress: LoadProgress) => void, signal: AbortSignal): ReturnType<typeof WllamaSession.start> {
    const facts = {
      device: await this.#options.facts(),
      jspi: "Suspending" in WebAssembly,
      firefox: /Firefox\//.test(navigator.userAgent),
      modelBytes: parts.reduce((sum, part) => sum + part.size, 0),
    };
    const start = (gpu: "auto" | "never"): ReturnType<typeof WllamaSession.start> => {
      const plan = planRun({ ...facts, gpu });
      const threads = this.#options.threads ?? plan.threads;
      return WllamaSession.start({ parts, plan: { ...plan, threads }, contextSize: this.#options.contextSize ?? CONTEXT_SIZE, onProgress }, signal);
    };
    const first = await start(this.#options.gpu ?? "auto");
    // Graphics memory may be too small where the CPU's is not.
    const usedGpu = planRun({ ...facts, gpu: this.#options.gpu ?? "auto" }).gpu;
    return first.ok || !usedGpu || signal.aborted || first.fault.code === "SK-BAD-MODEL" ? first : start("never");
  }

  async #replaceSession(loaded: Loaded): Promise<Fault | null> {
    await loaded.session.close();
    const session = await this.#startSession(loaded.parts, () => {}, new AbortController().signal);
    if (session.ok) {
      loaded.session = session.session;
      return null;
    }
    this.#loaded = null;
    this.#cell.set({ kind: "failed", model: loaded.identity, fault: session.fault });
    return session.fault;
  }

  async #close(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.session.close();
  }

  #setReady(loaded: Loaded): void {
    this.#cell.set({ kind: "ready", model: loaded.identity, loadMs: Math.round(loaded.loadMs), contextSize: loaded.session.contextSize });
  }
}

type ModelFiles = { readonly ok: true; readonly parts: readonly Blob[] } | { readonly ok: false; readonly fault: Fault };

async function filesOf(model: CatalogueModel, onProgress: (progress: LoadProgress) => void, signal: AbortSignal): Promise<ModelFiles> {
  const { source } = model;
  if (source.kind === "gguf-file") return { ok: true, parts: source.parts };
  if (source.kind !== "gguf-url") return { ok: false, fault: engineFault.badModel("this engine reads GGUF files only.") };
  const fault = await downloadGguf(source, onProgress, signal);
  if (fault !== null) return { ok: false, fault };
  const parts = await openGguf(source);
  return parts === null ? { ok: false, fault: engineFault.download(model.name, "its files are gone again", false) } : { ok: true, parts };
}
