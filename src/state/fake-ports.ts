import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { DEFAULT_SETTINGS, type Settings } from "#domain/settings.ts";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import type { CatalogueModel, EngineName, ModelPresence } from "#llm/port.ts";
import type { AgentActions } from "./agent-actions.ts";
import { FAKE_FACTS, FAKE_MODELS, type FakeEngine, fakeEngine } from "./fake-models.ts";
import { fakeExecutor, fakeNetwork } from "./fake-places.ts";
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
