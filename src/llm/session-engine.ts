/**
 * What all engines that hold a model in this tab have in common: one model, one reply at a time, loads in turn, Stop that keeps the model, and a second
 * life when the engine dies under it. An engine gives only a way to start a session and the session itself.
 */
import type { ModelIdentity, TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import { engineFault } from "./engine-fault.ts";
import { EngineStateCell } from "./engine-state.ts";
import { abortedGeneration, failedGeneration } from "./generation.ts";
import type { CatalogueModel, EngineName, EngineState, GenerateRequest, Generation, LanguageModel, LoadProgress } from "./port.ts";
import { ReplyMeter } from "./reply-meter.ts";
import { SerialQueue } from "./serial-queue.ts";
import { TokenGauge } from "./token-gauge.ts";
import { withRate } from "./with-rate.ts";

/** Why a session ended by itself. */
export interface SessionDeath {
  /** @param again whether it had died just before, too. */
  readonly fault: (again: boolean) => Fault;
  /** Whether starting it again may help. */
  readonly recoverable: boolean;
}

/** One model in memory. */
export interface EngineSession {
  readonly contextSize: number;
  /** Resolves when the session died by itself; never rejects. */
  readonly died: Promise<SessionDeath>;
  /** Resolves when a request can be taken, to false when a stopped one still holds the engine after `milliseconds`. */
  idle(milliseconds: number): Promise<boolean>;
  /** Never rejects. After an abort it answers within a second, even when the engine is still busy. */
  generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation>;
  /** Tokens of a text by the model's own tokenizer, or null where it cannot be asked; left out where there never is one. */
  countTokens?(text: string): Promise<number | null>;
  /** Frees the memory. A reply under way ends as aborted. */
  close(): Promise<void>;
}

export type SessionStart = { readonly ok: true; readonly session: EngineSession } | { readonly ok: false; readonly fault: Fault };

export type StartSession = (model: CatalogueModel, onProgress: (progress: LoadProgress) => void, signal: AbortSignal) => Promise<SessionStart>;

/** A stopped reply that holds the engine longer than this has hung: the session is replaced. */
const DRAIN_LIMIT_MS = 30_000;

interface Loaded {
  readonly model: CatalogueModel;
  readonly identity: ModelIdentity;
  readonly session: EngineSession;
  readonly loadMs: number;
  readonly gauge: TokenGauge;
  /** Counts and rates of the newest reply. */
  last: TokenUsage | null;
}

export class SessionEngine implements LanguageModel {
  readonly engine: EngineName;
  readonly #start: StartSession;
  readonly #cell = new EngineStateCell();
  readonly #queue = new SerialQueue();
  #loaded: Loaded | null = null;
  /** Deaths since the last reply that came to its end. */
  #deaths = 0;

  constructor(engine: EngineName, start: StartSession) {
    this.engine = engine;
    this.#start = start;
  }

  get state(): EngineState {
    return this.#cell.current;
  }

  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }

  load(model: CatalogueModel, signal: AbortSignal): Promise<Fault | null> {
    return this.#queue.run(async () => {
      if (this.#loaded?.model.id === model.id) return null;
      if (signal.aborted) return engineFault.loadStopped(false);
      await this.#close();
      this.#deaths = 0;
      const fault = await this.#bring(model, signal);
      if (fault !== null) this.#cell.set(signal.aborted ? { kind: "empty" } : { kind: "failed", model: this.#identity(model), fault });
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
    const { identity, session } = loaded;
    this.#cell.set({ kind: "generating", model: identity, contextSize: session.contextSize });
    if (!(await loaded.session.idle(DRAIN_LIMIT_MS))) {
      const fault = await this.#restart(loaded);
      if (fault !== null) return failedGeneration(fault);
      return this.generate(request, onText, signal);
    }
    const meter = new ReplyMeter((live) => {
      if (this.#loaded === loaded && this.#cell.current.kind === "generating") {
        this.#cell.set({ kind: "generating", model: identity, contextSize: session.contextSize, live });
      }
    });
    const take = (text: string): void => {
      onText(text);
      meter.tick();
    };
    const generation = signal.aborted ? abortedGeneration("") : await session.generate(request, take, signal);
    if (generation.usage.completionTokens > 0) loaded.last = generation.usage;
    if (generation.finish === "stop" || generation.finish === "length") {
      this.#deaths = 0;
      loaded.gauge.learn(request.messages, generation.usage.promptTokens);
    }
    // A session that died meanwhile has set the state itself.
    if (this.#loaded === loaded && this.#cell.current.kind === "generating") this.#setReady(loaded);
    return generation;
  }

  async countTokens(text: string): Promise<number> {
    const loaded = this.#loaded;
    const counted = await loaded?.session.countTokens?.(text);
    return counted ?? (loaded?.gauge ?? new TokenGauge()).count(text);
  }

  async #bring(model: CatalogueModel, signal: AbortSignal, message = "Looking for the model's files"): Promise<Fault | null> {
    const identity = this.#identity(model);
    const onProgress = withRate((progress) => {
      if (!signal.aborted) this.#cell.set({ kind: "loading", model: identity, progress });
    });
    onProgress({ phase: "read", loaded: 0, total: null, message });
    const started = performance.now();
    const start = await this.#start(model, onProgress, signal);
    if (!start.ok) return start.fault;
    if (signal.aborted) {
      await start.session.close();
      return engineFault.loadStopped(true);
    }
    const loaded: Loaded = { model, identity, session: start.session, loadMs: Math.round(performance.now() - started), gauge: new TokenGauge(), last: null };
    this.#loaded = loaded;
    this.#setReady(loaded);
    void start.session.died.then((death) => this.#bury(loaded, death));
    return null;
  }

  /** A death is answered once by loading the model again; a second one without a whole reply between is final. */
  async #bury(loaded: Loaded, death: SessionDeath): Promise<void> {
    if (this.#loaded !== loaded) return;
    this.#loaded = null;
    this.#deaths += 1;
    const fault = death.fault(this.#deaths > 1);
    if (!death.recoverable || this.#deaths > 1) {
      this.#cell.set({ kind: "failed", model: loaded.identity, fault });
      await loaded.session.close();
      return;
    }
    this.#cell.set({ kind: "loading", model: loaded.identity, progress: { phase: "read", loaded: 0, total: null, message: fault.message } });
    await this.#queue.run(async () => {
      await loaded.session.close();
      // Something else was loaded or unloaded first.
      if (this.#loaded !== null || this.state.kind !== "loading") return;
      await this.#again(loaded, fault.message);
    });
  }

  #restart(loaded: Loaded): Promise<Fault | null> {
    return this.#queue.run(async () => {
      if (this.#loaded !== loaded) return engineFault.noModel();
      await this.#close();
      return this.#again(loaded, "The engine did not answer a stop; loading the model again");
    });
  }

  async #again({ model, identity }: Loaded, message: string): Promise<Fault | null> {
    const fault = await this.#bring(model, new AbortController().signal, message);
    if (fault !== null) this.#cell.set({ kind: "failed", model: identity, fault });
    return fault;
  }

  async #close(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = null;
    await loaded?.session.close();
  }

  #identity(model: CatalogueModel): ModelIdentity {
    return { engine: this.engine, model: model.id, name: model.name, demo: false };
  }

  #setReady({ identity, loadMs, session, last }: Loaded): void {
    this.#cell.set({ kind: "ready", model: identity, loadMs, contextSize: session.contextSize, ...(last === null ? {} : { last }) });
  }
}
