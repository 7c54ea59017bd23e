import type { Fault } from "#domain/fault.ts";
import { messageOf } from "#domain/fault.ts";
import { engineFault } from "./engine-fault.ts";
import { EngineStateCell } from "./engine-state.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { failedGeneration } from "./generation.ts";
import type { CatalogueModel, EngineName, EngineState, GenerateRequest, Generation, LanguageModel } from "./port.ts";
import { SerialQueue } from "./serial-queue.ts";

/** Makes an engine when it is first needed, so that its library is not loaded before. */
export type EngineFactories = { readonly [E in EngineName]: () => LanguageModel | Promise<LanguageModel> };

/**
 * One language model over all engines. At most one model is in memory: loading another one, of whichever engine, first frees the former.
 * Its `engine` and `state` are those of the engine in use, the demo's at first.
 */
export function createLanguageModel(factories: EngineFactories): LanguageModel {
  return new EngineRouter(factories);
}

class EngineRouter implements LanguageModel {
  readonly #cell = new EngineStateCell();
  readonly #engines = new Map<EngineName, Promise<LanguageModel>>();
  readonly #factories: EngineFactories;
  #active: LanguageModel | null = null;
  #wanted: EngineName = "scripted";
  #unsubscribe: () => void = () => {};
  /** Loads and unloads. */
  readonly #queue = new SerialQueue();

  constructor(factories: EngineFactories) {
    this.#factories = factories;
  }

  get engine(): EngineName {
    return this.#wanted;
  }

  get state(): EngineState {
    return this.#cell.current;
  }

  subscribe(listener: (state: EngineState) => void): () => void {
    return this.#cell.subscribe(listener);
  }

  load(model: CatalogueModel, signal: AbortSignal): Promise<Fault | null> {
    return this.#queue.run(async () => {
      if (signal.aborted) return engineFault.loadStopped(false);
      let engine: LanguageModel;
      try {
        engine = await this.#engineOf(model.engine);
      } catch (error) {
        const fault = engineFault.engine(messageOf(error));
        this.#cell.set({ kind: "failed", model: { engine: model.engine, model: model.id, demo: false }, fault });
        return fault;
      }
      if (this.#active !== null && this.#active !== engine) {
        const former = this.#active;
        this.#unsubscribe();
        this.#active = null;
        await former.unload();
      }
      if (this.#active === null) {
        this.#active = engine;
        this.#wanted = model.engine;
        this.#cell.set(engine.state);
        this.#unsubscribe = engine.subscribe((state) => this.#cell.set(state));
      }
      return engine.load(model, signal);
    });
  }

  unload(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#active?.unload();
    });
  }

  async generate(request: GenerateRequest, onText: (text: string) => void, signal: AbortSignal): Promise<Generation> {
    return this.#active === null ? failedGeneration(engineFault.noModel()) : this.#active.generate(request, onText, signal);
  }

  async countTokens(text: string): Promise<number> {
    return this.#active === null ? estimateTokens(text) : this.#active.countTokens(text);
  }

  #engineOf(name: EngineName): Promise<LanguageModel> {
    const known = this.#engines.get(name);
    if (known !== undefined) return known;
    const made = Promise.resolve().then(() => this.#factories[name]());
    this.#engines.set(name, made);
    made.catch(() => this.#engines.delete(name));
    return made;
  }
}
