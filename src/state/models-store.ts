import { createStore, type StoreApi } from "zustand/vanilla";
import type { CatalogueModel, DeviceFacts, EngineState, Fit, FolderFile, LanguageModel, LoadProgress, ModelPresence } from "#llm/port.ts";
import { chooseModel } from "./choose-model.ts";
import { ModelDownloads } from "./model-downloads.ts";
import { modelFromAddress, type TypedModel } from "./model-from-address.ts";
import { modelFromFiles, type PickedFile } from "./model-from-files.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { ModelActions } from "./store-ports.ts";

export type { CatalogueModel, DeviceFacts, EngineState, Fit, LoadProgress, ModelPresence } from "#llm/port.ts";

export interface ModelsState {
  /** What was picked from disk or offered by a server, then the catalogue. */
  readonly models: readonly CatalogueModel[];
  /** Ids of those that the person added. */
  readonly own: readonly string[];
  /** A folder that is being copied into this browser. */
  readonly importing: { readonly name: string; readonly progress: LoadProgress } | null;
  /** What went well and should be seen, such as the space that was freed; null when it was. */
  readonly note: string | null;
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
  /** Copies a folder of a model compiled for WebLLM into this browser and adds it. */
  addFolder(files: readonly FolderFile[]): Promise<void>;
  /** Adds a model by its address, kept in this browser. @returns whether the address could be used; else `problems` says why. */
  addAddress(typed: TypedModel): boolean;
  /** Takes a model that the person added off the list; its files are deleted. */
  removeOwn(model: CatalogueModel): Promise<void>;
  /** Adds a GGUF from disk and loads it. */
  addFiles(files: readonly PickedFile[]): Promise<void>;
  /** Asks an OpenAI-compatible server for its models. @returns whether it answered; else `problems` says why. */
  addEndpoint(baseUrl: string, key: string): Promise<boolean>;
  /** Deletes a model's files from this browser, with what a download under way has brought. */
  forget(model: CatalogueModel): Promise<void>;
  /** Looks anew at which files this browser keeps. */
  lookAgain(): Promise<void>;
  dismissProblems(): void;
  dismissNote(): void;
  /** The engine that holds the current model, or null. */
  active(): LanguageModel | null;
}

export type ModelsStore = StoreApi<ModelsState>;

const EMPTY: EngineState = { kind: "empty" };

/** Which models there are, which this device can run, and which one is loaded. */
export function createModelsStore(port: ModelActions, settings: SettingsStore): ModelsStore {
  let loading: AbortController | null = null;
  /** Ids of what servers answered on this visit. */
  const served = new Set<string>();
  const engineOf = (model: CatalogueModel | null): LanguageModel | null => port.engines.find((engine) => engine.engine === model?.engine) ?? null;

  const store = createStore<ModelsState>()((set, get) => {
    const report = (problem: string): void => set({ problems: [...get().problems, problem] });

    const readPresence = async (models: readonly CatalogueModel[]): Promise<void> => {
      const pairs = await Promise.all(models.filter(hasFiles).map(async (model) => [model.id, await port.store.presence(model)] as const));
      set({ presence: { ...get().presence, ...Object.fromEntries(pairs) } });
    };

    const fitAll = (models: readonly CatalogueModel[], facts: DeviceFacts): Readonly<Record<string, Fit>> =>
      Object.fromEntries(models.map((model) => [model.id, port.fit(model, facts, get().presence[model.id])]));

    /** After files came or went there is other room than before. */
    const refresh = async (models: readonly CatalogueModel[]): Promise<void> => {
      await readPresence(models);
      const facts = await port.facts();
      set({ facts, fits: fitAll(get().models, facts) });
    };

    const add = (added: readonly CatalogueModel[]): void => {
      const { facts, fits, models } = get();
      const newFits = facts === null ? {} : fitAll(added, facts);
      const ids = new Set(added.map((model) => model.id));
      set({ models: [...added, ...models.filter((known) => !ids.has(known.id))], fits: { ...fits, ...newFits } });
    };

    /** Puts a model of the person's own on the list, now and for the next visit. */
    const keep = (model: CatalogueModel): void => {
      const unkept = port.own.add(model);
      if (unkept !== null) report(`${model.name} is on the list for this visit only: ${unkept}.`);
      add([model]);
      set({ own: [...get().own.filter((id) => id !== model.id), model.id] });
    };

    const downloads = new ModelDownloads(port.store, {
      progress: (id, progress) => {
        const { [id]: _before, ...others } = get().downloads;
        set({ downloads: progress === null ? others : { ...others, [id]: progress } });
      },
      problem: report,
      note: (note) => set({ note }),
      changed: (model) => refresh([model]),
    });

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
      own: [],
      note: null,
      importing: null,
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
        port.keepWebllmIn(settings.getState().settings.webllmCache);
        const [catalogue, facts] = await Promise.all([port.catalogue(), port.facts()]);
        const known = get().models;
        const own = port.own.list();
        const added = [...own.filter((model) => catalogue.models.every(({ id }) => id !== model.id)), ...catalogue.models];
        await readPresence(added);
        const ranked = port.rank(added, facts);
        const fits = fitAll([...known, ...ranked], facts);
        set({ models: [...known, ...ranked], own: own.map(({ id }) => id), problems: [...get().problems, ...catalogue.problems], facts, fits });
        // A person who was quicker than the start keeps what they chose.
        if (get().current !== null) return;
        const { use, offer } = chooseModel(ranked, fits, get().presence, settings.getState().settings);
        set({ offer });
        if (use !== null) await bring(use);
      },
      load: async (model) => {
        const loaded = await bring(model);
        await refresh([model]);
        if (!loaded) return;
        if (model.engine !== "scripted") set({ offer: null });
        // A server is typed once. Its key is not: that is kept nowhere.
        if (served.has(model.id)) keep(model);
        if (model.source.kind !== "gguf-file") await settings.getState().change({ engine: model.engine, model: model.id });
      },
      cancelLoad: () => loading?.abort(),
      unload: async () => {
        loading?.abort();
        const engine = engineOf(get().current);
        set({ current: null, engine: EMPTY });
        await engine?.unload();
      },
      download: (model) => downloads.start(model),
      pauseDownload: (id) => void downloads.pause(id),
      addFiles: async (files) => {
        const picked = await modelFromFiles(files);
        if (!picked.ok) {
          report(picked.message);
          return;
        }
        add([picked.model]);
        await get().load(picked.model);
      },
      addFolder: async (files) => {
        const name = files[0]?.path.split("/")[0] ?? "the folder";
        const show = (progress: LoadProgress | null): void => set({ importing: progress === null ? null : { name, progress } });
        show({ phase: "read", loaded: 0, total: null, message: "Looking at the folder" });
        const answer = await port.store.importFolder(files, show, new AbortController().signal);
        show(null);
        if (answer.ok) keep(answer.model);
        else report(`${name} was not added: ${answer.fault.message} ${answer.fault.advice} (${answer.fault.code})`);
        await refresh(answer.ok ? [answer.model] : []);
      },
      addAddress: (typed) => {
        const read = modelFromAddress(typed, globalThis.location?.href ?? "http://localhost/");
        if (!read.ok) {
          report(read.message);
          return false;
        }
        keep(read.model);
        void readPresence([read.model]);
        return true;
      },
      removeOwn: async (model) => {
        if (get().presence[model.id]?.kind !== "absent") await get().forget(model);
        port.own.remove(model.id);
        set({ own: get().own.filter((id) => id !== model.id), models: get().models.filter(({ id }) => id !== model.id) });
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
        for (const { id } of answer.models) served.add(id);
        return true;
      },
      forget: async (model) => {
        if (get().current?.id === model.id) await get().unload();
        await downloads.remove(model);
      },
      lookAgain: () => refresh(get().models),
      dismissProblems: () => set({ problems: [] }),
      dismissNote: () => set({ note: null }),
      active: () => engineOf(get().current),
    };
  });
  for (const engine of port.engines) {
    engine.subscribe((state) => {
      if (engineOf(store.getState().current) === engine) store.setState({ engine: state });
    });
  }
  settings.subscribe(({ settings: { webllmCache } }, before) => {
    if (webllmCache === before.settings.webllmCache) return;
    port.keepWebllmIn(webllmCache);
    void store.getState().lookAgain();
  });
  return store;
}

const ENDPOINT_TIMEOUT_MS = 15_000;

/** Whether the model has files that this browser could keep. */
function hasFiles(model: CatalogueModel): boolean {
  return model.source.kind === "webllm" || model.source.kind === "gguf-url";
}
