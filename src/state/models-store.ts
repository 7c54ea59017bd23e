import { createStore, type StoreApi } from "zustand/vanilla";
import type { CatalogueModel, DeviceFacts, EngineState, Fit, LanguageModel } from "#llm/port.ts";
import { chooseModel } from "./choose-model.ts";
import { modelFromFiles, type PickedFile } from "./model-from-files.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { ModelActions } from "./store-ports.ts";

export interface ModelsState {
  /** The catalogue, with what was picked from disk before it. */
  readonly models: readonly CatalogueModel[];
  /** What is missing on this host, in words for a person. */
  readonly problems: readonly string[];
  /** Null until the browser was asked. */
  readonly facts: DeviceFacts | null;
  readonly fits: Readonly<Record<string, Fit>>;
  /** Ids of the models whose files this browser keeps. */
  readonly cached: readonly string[];
  /** The model that tasks use, being loaded or loaded; null when there is none. */
  readonly current: CatalogueModel | null;
  readonly engine: EngineState;
  /** What could be downloaded instead of the demo. */
  readonly offer: CatalogueModel | null;
  /** Reads the catalogue, asks the browser, and loads what `chooseModel` says. */
  start(): Promise<void>;
  /** Loads a model in place of the current one and remembers the choice. */
  load(model: CatalogueModel): Promise<void>;
  cancelLoad(): void;
  unload(): Promise<void>;
  /** Adds a GGUF from disk and loads it. */
  addFiles(files: readonly PickedFile[]): Promise<void>;
  /** Deletes a model's files from this browser. */
  forget(model: CatalogueModel): Promise<void>;
  dismissProblems(): void;
  /** The engine that holds the current model, or null. */
  active(): LanguageModel | null;
}

export type ModelsStore = StoreApi<ModelsState>;

const EMPTY: EngineState = { kind: "empty" };

/** Which models there are, which this device can run, and which one is loaded. */
export function createModelsStore(port: ModelActions, settings: SettingsStore): ModelsStore {
  let loading: AbortController | null = null;
  const engineOf = (model: CatalogueModel | null): LanguageModel | null => port.engines.find((engine) => engine.engine === model?.engine) ?? null;

  const store = createStore<ModelsState>()((set, get) => {
    const bring = async (model: CatalogueModel): Promise<boolean> => {
      loading?.abort();
      const controller = new AbortController();
      loading = controller;
      const engine = engineOf(model);
      if (engine === null) {
        set({ problems: [...get().problems, `${model.name} needs the engine ${model.engine}, which this page does not have.`] });
        return false;
      }
      const before = engineOf(get().current);
      if (before !== null && before !== engine) await before.unload();
      set({ current: model, engine: engine.state });
      const fault = await engine.load(model, controller.signal);
      if (loading === controller) loading = null;
      if (get().current === model) set({ engine: engine.state });
      return fault === null;
    };
    return {
      models: [],
      problems: [],
      facts: null,
      fits: {},
      cached: [],
      current: null,
      engine: EMPTY,
      offer: null,
      start: async () => {
        const [catalogue, facts] = await Promise.all([port.catalogue(), port.facts()]);
        const cached = await port.cached(catalogue.models);
        const fits = Object.fromEntries(catalogue.models.map((model) => [model.id, port.fit(model, facts)]));
        set({ models: [...get().models.filter(isPicked), ...catalogue.models], problems: catalogue.problems, facts, fits, cached });
        // A person who was quicker than the start keeps what they chose.
        if (get().current !== null) return;
        const { use, offer } = chooseModel(catalogue.models, fits, cached, settings.getState().settings);
        set({ offer });
        if (use !== null) await bring(use);
      },
      load: async (model) => {
        const loaded = await bring(model);
        if (!loaded) return;
        set({ offer: null, cached: await port.cached(get().models.filter((known) => !isPicked(known))) });
        if (!isPicked(model)) await settings.getState().change({ engine: model.engine, model: model.id });
      },
      cancelLoad: () => loading?.abort(),
      unload: async () => {
        loading?.abort();
        const engine = engineOf(get().current);
        set({ current: null, engine: EMPTY });
        await engine?.unload();
      },
      addFiles: async (files) => {
        const picked = await modelFromFiles(files);
        if (!picked.ok) {
          set({ problems: [...get().problems, picked.message] });
          return;
        }
        const { model } = picked;
        const { facts, fits, models } = get();
        const fit: Fit = facts === null ? { fits: true } : port.fit(model, facts);
        set({ models: [model, ...models.filter((known) => known.id !== model.id)], fits: { ...fits, [model.id]: fit } });
        await get().load(model);
      },
      forget: async (model) => {
        if (get().current?.id === model.id) await get().unload();
        const outcome = await port.forget(model);
        if (!outcome.ok) set({ problems: [...get().problems, `The files of ${model.name} were not deleted: ${outcome.message}`] });
        set({ cached: await port.cached(get().models.filter((known) => !isPicked(known))) });
      },
      dismissProblems: () => set({ problems: [] }),
      active: () => engineOf(get().current),
    };
  });
  for (const engine of port.engines) {
    engine.subscribe((state) => {
      if (engineOf(store.getState().current) === engine) store.setState({ engine: state });
    });
  }
  return store;
}

function isPicked(model: CatalogueModel): boolean {
  return model.source.kind === "gguf-file";
}
