import { createStore, type StoreApi } from "zustand/vanilla";
import type { CatalogueModel, DeviceFacts, EngineState, Fit, LanguageModel, LoadProgress, ModelPresence } from "#llm/port.ts";
import { chooseModel } from "./choose-model.ts";
import { modelFromFiles, type PickedFile } from "./model-from-files.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { ModelActions } from "./store-ports.ts";

export type { CatalogueModel, DeviceFacts, EngineState, Fit, LoadProgress, ModelPresence } from "#llm/port.ts";

export interface ModelsState {
  /** What was picked from disk or offered by a server, then the catalogue. */
  readonly models: readonly CatalogueModel[];
  /** What is missing on this host, or went wrong, in words for a person. */
  readonly problems: readonly string[];
  /** Null until the browser was asked. */
  readonly facts: DeviceFacts | null;
  readonly fits: Readonly<Record<string, Fit>>;
  readonly presence: Readonly<Record<string, ModelPresence>>;
  /** Downloads that go on, by model. */
  readonly downloads: Readonly<Record<string, LoadProgress>>;
  /** The model that tasks use, being loaded or loaded; null when there is none. */
  readonly current: CatalogueModel | null;
  readonly engine: EngineState;
  /** What could be downloaded instead of the demo. */
  readonly offer: CatalogueModel | null;
  /** Whether servers of the person's own can be added. */
  readonly endpoints: boolean;
  /** Reads the catalogue, asks the browser, and loads what `chooseModel` says. */
  start(): Promise<void>;
  /** Loads a model in place of the current one and remembers the choice. */
  load(model: CatalogueModel): Promise<void>;
  /** Stops the load; then no model is loaded. */
  cancelLoad(): void;
  unload(): Promise<void>;
  /** Fetches a model's files without loading it; a pause keeps what came. */
  download(model: CatalogueModel): Promise<void>;
  pauseDownload(id: string): void;
  /** Adds a GGUF from disk and loads it. */
  addFiles(files: readonly PickedFile[]): Promise<void>;
  /** Asks an OpenAI-compatible server for its models. @returns whether it answered; else `problems` says why. */
  addEndpoint(baseUrl: string, key: string): Promise<boolean>;
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
  const downloading = new Map<string, AbortController>();
  const engineOf = (model: CatalogueModel | null): LanguageModel | null => port.engines.find((engine) => engine.engine === model?.engine) ?? null;

  const store = createStore<ModelsState>()((set, get) => {
    const report = (problem: string): void => set({ problems: [...get().problems, problem] });

    const refreshPresence = async (models: readonly CatalogueModel[]): Promise<void> => {
      const pairs = await Promise.all(models.filter(hasFiles).map(async (model) => [model.id, await port.store.presence(model)] as const));
      set({ presence: { ...get().presence, ...Object.fromEntries(pairs) } });
    };

    const add = (added: readonly CatalogueModel[]): void => {
      const { facts, fits, models } = get();
      const newFits = Object.fromEntries(added.map((model) => [model.id, facts === null ? ({ fits: true } as const) : port.fit(model, facts)]));
      const ids = new Set(added.map((model) => model.id));
      set({ models: [...added, ...models.filter((known) => !ids.has(known.id))], fits: { ...fits, ...newFits } });
    };

    const bring = async (model: CatalogueModel): Promise<boolean> => {
      loading?.abort();
      const engine = engineOf(model);
      if (engine === null) {
        report(`${model.name} needs the engine ${model.engine}, which this page does not have.`);
        return false;
      }
      const controller = new AbortController();
      loading = controller;
      const before = engineOf(get().current);
      // Two models in memory at once is what closes tabs on small machines.
      if (before !== null && before !== engine) await before.unload();
      set({ current: model, engine: engine.state });
      const fault = await engine.load(model, controller.signal);
      const latest = loading === controller;
      if (latest) loading = null;
      // Stopped by the person: no model is loaded, and this one can be loaded again.
      if (latest && fault !== null && controller.signal.aborted) set({ current: null, engine: EMPTY });
      else if (get().current === model) set({ engine: engine.state });
      return fault === null;
    };

    return {
      models: [],
      problems: [],
      facts: null,
      fits: {},
      presence: {},
      downloads: {},
      current: null,
      engine: EMPTY,
      offer: null,
      endpoints: port.endpoints !== null,
      start: async () => {
        const [catalogue, facts] = await Promise.all([port.catalogue(), port.facts()]);
        const fits = Object.fromEntries([...get().models, ...catalogue.models].map((model) => [model.id, port.fit(model, facts)]));
        await refreshPresence(catalogue.models);
        const ranked = port.rank(catalogue.models, facts);
        set({ models: [...get().models, ...ranked], problems: [...get().problems, ...catalogue.problems], facts, fits });
        // A person who was quicker than the start keeps what they chose.
        if (get().current !== null) return;
        const { use, offer } = chooseModel(ranked, fits, get().presence, settings.getState().settings);
        set({ offer });
        if (use !== null) await bring(use);
      },
      load: async (model) => {
        const loaded = await bring(model);
        await refreshPresence([model]);
        if (!loaded) return;
        if (model.engine !== "scripted") set({ offer: null });
        if (model.source.kind !== "gguf-file") await settings.getState().change({ engine: model.engine, model: model.id });
      },
      cancelLoad: () => loading?.abort(),
      unload: async () => {
        loading?.abort();
        const engine = engineOf(get().current);
        set({ current: null, engine: EMPTY });
        await engine?.unload();
      },
      download: async (model) => {
        if (downloading.has(model.id)) return;
        const controller = new AbortController();
        downloading.set(model.id, controller);
        const show = (progress: LoadProgress): void => set({ downloads: { ...get().downloads, [model.id]: progress } });
        show({ phase: "download", loaded: 0, total: model.downloadBytes, message: "Starting" });
        const fault = await port.store.download(model, show, controller.signal);
        downloading.delete(model.id);
        const { [model.id]: _ended, ...downloads } = get().downloads;
        set({ downloads });
        if (fault !== null && !controller.signal.aborted) report(`${model.name} was not downloaded: ${fault.message} ${fault.advice} (${fault.code})`);
        await refreshPresence([model]);
      },
      pauseDownload: (id) => downloading.get(id)?.abort(),
      addFiles: async (files) => {
        const picked = await modelFromFiles(files);
        if (!picked.ok) {
          report(picked.message);
          return;
        }
        add([picked.model]);
        await get().load(picked.model);
      },
      addEndpoint: async (baseUrl, key) => {
        if (port.endpoints === null) return false;
        port.endpoints.setKey(baseUrl, key);
        const answer = await port.endpoints.models(baseUrl, AbortSignal.timeout(ENDPOINT_TIMEOUT_MS));
        if (!answer.ok) {
          report(`${answer.fault.message} ${answer.fault.advice} (${answer.fault.code})`);
          return false;
        }
        add(answer.models);
        return true;
      },
      forget: async (model) => {
        downloading.get(model.id)?.abort();
        if (get().current?.id === model.id) await get().unload();
        const outcome = await port.store.remove(model);
        if (!outcome.ok) report(`The files of ${model.name} were not deleted: ${outcome.fault.message} (${outcome.fault.code})`);
        await refreshPresence([model]);
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

const ENDPOINT_TIMEOUT_MS = 15_000;

/** Whether the model has files that this browser could keep. */
function hasFiles(model: CatalogueModel): boolean {
  return model.source.kind === "webllm" || model.source.kind === "gguf-url";
}
