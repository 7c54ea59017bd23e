import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import type { NetworkGrant, NetworkMode } from "#domain/network.ts";
import type { KeptPackage } from "#domain/package-file.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import type { CatalogueModel, DeviceFacts, EngineName, EngineState, LanguageModel, ModelPresence } from "#llm/port.ts";
import type { Executor, ExecutorState } from "#sandbox/port.ts";
import type { AgentActions } from "./agent-actions.ts";
import type { NetworkActions } from "./network-actions.ts";
import type { StorePorts } from "./store-ports.ts";

/** Ports held in memory, for tests of the stores and of the view. */
export interface FakePorts extends StorePorts {
  readonly engines: Readonly<Record<EngineName, FakeEngine>>;
  readonly kept: { settings: Settings; records: RunRecord[]; events: Map<string, LoggedEvent[]>; snippets: Snippet[]; files: Map<string, Uint8Array> };
  readonly presence: Map<string, ModelPresence>;
  /** Settings that the installation has fixed. */
  locked: readonly (keyof Settings)[];
  /** How often the page was loaded anew. */
  restarts: number;
  /** What the next write answers; null when it succeeds. */
  failWrite: string | null;
}

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

/** @param events What `runTask` and `runCode` tell, at once; the run ends as `run-end` says. */
export function createFakePorts(events: readonly AgentEvent[] = [], agent?: Partial<AgentActions>): FakePorts {
  const engines = { webllm: fakeEngine("webllm"), wllama: fakeEngine("wllama"), scripted: fakeEngine("scripted"), endpoint: fakeEngine("endpoint") };
  const kept: FakePorts["kept"] = { settings: DEFAULT_SETTINGS, records: [], events: new Map(), snippets: [], files: new Map() };
  const presence = new Map<string, ModelPresence>();
  let own: readonly CatalogueModel[] = [];
  const listeners = { log: new Set<() => void>(), library: new Set<() => void>() };
  const write = (): { readonly ok: true } | { readonly ok: false; readonly message: string } =>
    ports.failWrite === null ? { ok: true } : { ok: false, message: ports.failWrite };
  const tell = async (onEvent: (event: AgentEvent) => void) => {
    for (const event of events) onEvent(event);
    const end = events.findLast((event) => event.type === "run-end");
    return { run: "run-1", status: end?.data.status ?? "ok", log: write() } as const;
  };
  const ports: FakePorts = {
    engines,
    kept,
    presence,
    locked: [],
    restarts: 0,
    failWrite: null,
    agent: {
      runTask: (_request, { onEvent }) => tell(onEvent),
      runCode: (_request, { onEvent }) => tell(onEvent),
      ...agent,
    },
    log: {
      open: () => {
        throw new Error("the stores never write the log");
      },
      list: async () => kept.records,
      record: async (run) => kept.records.find((record) => record.id === run) ?? null,
      events: async (run) => kept.events.get(run) ?? [],
      verify: async (run) => ({ ok: true, events: kept.events.get(run)?.length ?? 0 }),
      exportLines: async (run) =>
        [...kept.events].flatMap(([id, list]) => (run === null || id === run ? list.map((event) => JSON.stringify(event)) : [])).join("\n"),
      importLines: async (text) =>
        text === "" ? { ok: false, message: "Nothing was imported. The file is empty." } : { ok: true, added: ["run-9"], same: [], conflicts: [] },
      remove: async (run) => {
        const outcome = write();
        if (outcome.ok) kept.records = kept.records.filter((record) => record.id !== run);
        for (const listener of listeners.log) listener();
        return outcome;
      },
      subscribe: (listener) => subscribe(listeners.log, listener),
    },
    replay: {
      plan: (events) => {
        const begin = events.find((event) => event.type === "run-start");
        const start = events.findLast((event) => event.type === "execute-start");
        if (begin === undefined || start === undefined) return null;
        const { code, timeoutMs } = start.data;
        return { task: begin.data.task, code, files: begin.data.files, executor: begin.data.executor, timeoutMs };
      },
      compare: (before, after) => ({ same: before.length === after.length, differences: [], notes: [] }),
    },
    library: {
      list: async () => kept.snippets,
      get: async (id) => kept.snippets.find((snippet) => snippet.id === id) ?? null,
      save: async (draft) => {
        if (ports.failWrite !== null) return { ok: false, message: ports.failWrite };
        const time = new Date(ports.now()).toISOString();
        const snippet: Snippet = {
          ...UNPROVEN,
          ...draft,
          id: `snippet-${kept.snippets.length + 1}`,
          status: "draft",
          version: 1,
          createdAt: time,
          updatedAt: time,
        };
        kept.snippets = [snippet, ...kept.snippets];
        for (const listener of listeners.library) listener();
        return { ok: true, snippet };
      },
      update: async (id, draft) => {
        const before = kept.snippets.find((snippet) => snippet.id === id);
        if (before === undefined || ports.failWrite !== null) return { ok: false, message: ports.failWrite ?? "It is not there." };
        const snippet: Snippet = { ...before, ...draft, version: before.version + 1, status: "draft" };
        kept.snippets = kept.snippets.map((known) => (known.id === id ? snippet : known));
        for (const listener of listeners.library) listener();
        return { ok: true, snippet };
      },
      remove: async (id) => {
        const outcome = write();
        if (outcome.ok) kept.snippets = kept.snippets.filter((snippet) => snippet.id !== id);
        for (const listener of listeners.library) listener();
        return outcome;
      },
      match: async () => [],
      subscribe: (listener) => subscribe(listeners.library, listener),
    },
    suggestFunction: async () => ({ ok: false, message: "There is no model here." }),
    workshop: {
      inspect: async () => ({ ok: true, tool: null, errors: [] }),
      offerFunctions: async () => ({ ok: true, offers: [] }),
      makeFunction: async (code) => ({ ok: true, code }),
      recordTest: async (_id, call) => ({ ok: true, test: { ...call, expect: { value: null } } }),
      runTests: async () => ({ ok: true, results: [] }),
      promote: async () => ({ ok: false, message: "There is no sandbox here.", gates: [] }),
      check: async () => ({ ok: true, verdicts: [] }),
      recheck: async () => ({ ok: true, demoted: [] }),
      call: async () => ({ ok: false, problems: [] }),
    },
    snippetHistory: {
      versions: async () => [],
      rollBack: async () => ({ ok: false, message: "No version is kept here." }),
      demote: async () => ({ ok: false, message: "It is a draft." }),
      deprecate: async () => ({ ok: false, message: "It is not there." }),
      usages: async () => new Map(),
      usedBy: async () => [],
    },
    packs: {
      write: async () => ({ ok: true, text: "format: skep.pack/1\n", fileName: "snippets.yaml" }),
      read: async () => ({ ok: true, entries: [], notes: [] }),
      take: async () => ({ ok: true, snippets: [] }),
      starter: async () => "format: skep.pack/1\nsnippets: []\n",
    },
    searchSnippets: (snippets, query) =>
      snippets.filter(({ name }) => name.includes(query)).map((snippet) => ({ snippet, highlights: { name: [], description: [], tags: [], code: [] } })),
    sharing: {
      writeSpec: async (spec) => JSON.stringify(spec),
      readSpec: async (text) => (text.startsWith("{") ? { ok: true, spec: JSON.parse(text) } : { ok: false, message: "type: must be python", line: 2 }),
      writeNotebook: async () => "{}",
      writeLink: async (spec) => `https://skep.test/#/open/${encodeURIComponent(JSON.stringify(spec))}`,
      readLink: async (carried) => ({ ok: true, spec: JSON.parse(decodeURIComponent(carried)) }),
    },
    files: {
      put: async () => ({ ok: false, message: "the stores never write files" }),
      get: async (sha256) => kept.files.get(sha256) ?? null,
    },
    settings: {
      load: async () => ({ settings: kept.settings, problems: [], locked: ports.locked }),
      save: async (settings) => {
        const outcome = write();
        if (outcome.ok) kept.settings = settings;
        return outcome;
      },
    },
    executors: [fakeExecutor("pyodide")],
    models: {
      engines: Object.values(engines),
      catalogue: async () => ({ models: FAKE_MODELS, problems: [] }),
      facts: async () => FAKE_FACTS,
      fit: (wanted, facts) =>
        wanted.needs.webgpu && !facts.webgpu.available ? { fits: false, why: "It needs WebGPU, which this browser does not give." } : { fits: true },
      rank: (models) => models,
      store: {
        presence: async (wanted) => presence.get(wanted.id) ?? { kind: "absent" },
        download: async (wanted) => {
          presence.set(wanted.id, { kind: "complete", bytes: wanted.downloadBytes ?? 0, checked: true });
          return null;
        },
        importFolder: async () => ({ ok: false, fault: { code: "SK-BAD-MODEL", message: "No model.", advice: "Choose another folder." } }),
        remove: async (wanted) => {
          presence.delete(wanted.id);
          return { ok: true, freedBytes: wanted.downloadBytes ?? 0 };
        },
      },
      endpoints: null,
      keepWebllmIn: () => undefined,
      own: {
        list: () => own,
        add: (model) => {
          own = [...own.filter(({ id }) => id !== model.id), model];
          return null;
        },
        remove: (id) => {
          own = own.filter((model) => model.id !== id);
        },
      },
    },
    network: fakeNetwork(() => kept.settings.network),
    demos: [],
    health: { fault: null, subscribe: () => () => undefined },
    device: {
      offline: () => ({ kind: "ready", detail: "The page, Python and the model are on this device." }),
      onOffline: () => undefined,
      keepPackages: async () => undefined,
      storage: async () => ({ usedBytes: 1e9, quotaBytes: 10e9, persisted: false, parts: [] }),
      persist: async () => true,
      eraseEverything: async () => write(),
      restart: () => {
        ports.restarts += 1;
      },
    },
    address: null,
    schedule: (work) => work(),
    now: () => Date.UTC(2026, 10, 30, 12),
  };
  return ports;
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function fakeEngine(engine: EngineName): FakeEngine {
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

/** A network with one granted host and one package that is kept. */
function fakeNetwork(mode: () => NetworkMode): NetworkActions {
  let grants: readonly NetworkGrant[] = [{ host: "api.example.org", grantedAt: "2026-11-30T12:00:00.000Z" }];
  let packages: readonly KeptPackage[] = [{ name: "humanize", version: "4.14.0", bytes: 210_000 }];
  return {
    mode,
    hosts: [],
    grants: async () => grants,
    revoke: async (host) => {
      grants = grants.filter((grant) => grant.host !== host);
      return { ok: true };
    },
    packages: async () => packages,
    forgetPackage: async (name) => {
      packages = packages.filter((kept) => kept.name !== name);
    },
  };
}

/** An executor that is ready and runs nothing: the stores hand it to the agent. */
function fakeExecutor(name: string): Executor {
  const state: ExecutorState = { kind: "ready" };
  return {
    name,
    capabilities: { state: false, files: true, packages: true, figures: true, network: false, shell: false, interrupt: true, remote: false },
    describe: () => [],
    facts: async () => ({ executor: name, python: "3.14.2", packages: { numpy: "2.4.3", pandas: "3.0.2" }, imports: {} }),
    prepare: async () => undefined,
    compile: async () => null,
    execute: () => Promise.reject(new Error("the stores never execute")),
    state,
    subscribe: () => () => undefined,
    close: () => undefined,
  };
}
