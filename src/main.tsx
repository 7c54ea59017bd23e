import { createRoot } from "react-dom/client";
import { suggestFunction } from "#agent/library/suggest-function.ts";
import { fetchCatalogue, fetchedFolder } from "#assets/fetch-catalogue.ts";
import { KeptFiles } from "#assets/kept-files.ts";
import type { AutomationPorts } from "#automation/create-automation.ts";
import type { Automation } from "#automation/port.ts";
import { type AgentStores, createAgentActions } from "#compose/agent-actions.ts";
import { createNetwork } from "#compose/create-network.ts";
import { createDeviceActions } from "#compose/device-actions.ts";
import { createExecutors } from "#compose/executors.ts";
import { createOfflineKeeper } from "#compose/keep-offline.ts";
import { unknownExecutors } from "#compose/known-executor.ts";
import { createModelActions } from "#compose/model-actions.ts";
import { createOwnModels } from "#compose/own-models.ts";
import { createRunSharing } from "#compose/run-sharing.ts";
import { settingsForVisit } from "#compose/settings-for-visit.ts";
import { loadConfig } from "#config/load-config.ts";
import { readVisit } from "#config/read-visit.ts";
import { messageOf } from "#domain/fault.ts";
import { DexieLibrary } from "#library/dexie-library.ts";
import { createSnippetHistory } from "#library/dexie-snippet-history.ts";
import { DexiePacks } from "#library/packs/dexie-packs.ts";
import { SandboxWorkshop } from "#library/sandbox-workshop.ts";
import { searchSnippets } from "#library/search-snippets.ts";
import { SessionKeys } from "#llm/endpoint/session-keys.ts";
import { demoTasks } from "#llm/scripted/demo-tasks.ts";
import { compareRuns } from "#log/compare-runs.ts";
import { DexieRunLog } from "#log/dexie-run-log.ts";
import { createLiveRuns } from "#log/live-runs.ts";
import { replayPlan } from "#log/replay-plan.ts";
import { createStores, type Stores } from "#state/stores.ts";
import { SkepDatabase } from "#storage/database.ts";
import { createDexieFiles } from "#storage/dexie-files.ts";
import { createDexieSettings } from "#storage/dexie-settings.ts";
import { openDatabase } from "#storage/open-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { App } from "#view/App.tsx";

/** The composition root: picks adapters, builds the stores, renders. Nothing else constructs anything. */
async function start(root: HTMLElement): Promise<void> {
  const baseUrl = new URL(import.meta.env.BASE_URL, location.href);
  const health = createStorageHealth();
  const database = new SkepDatabase();
  const signal = AbortSignal.timeout(CONFIG_TIMEOUT_MS);
  const kept = new KeptFiles(fetchedFolder(baseUrl));
  const [catalogue, { deployment, problems }] = await Promise.all([
    fetchCatalogue(baseUrl, signal, kept),
    loadConfig(fetch.bind(globalThis), baseUrl, signal),
    openDatabase(database, health),
  ]);
  const visit = readVisit(location.search, deployment);

  let current: Stores | null = null;
  const network = createNetwork({
    database,
    health,
    policy: deployment.network,
    setting: () => current?.settings.getState().settings.network ?? deployment.defaults.network,
  });
  const executors = createExecutors({
    catalogue,
    baseUrl,
    memoryMiB: deployment.defaults.memoryMiB,
    addresses: deployment.executors,
    imports: () => current?.settings.getState().settings.imports ?? deployment.defaults.imports,
    index: network.index,
    networkOpen: network.open,
  });
  const unknown = unknownExecutors(
    { "settings.executor": deployment.defaults.executor, "?executor": visit.visit.executor },
    executors.all.map((executor) => executor.name),
  );
  const keys = new SessionKeys();
  const secrets = () => [...executors.secrets(), ...keys.all()];
  const log = new DexieRunLog({ database, health, liveRuns: createLiveRuns(navigator.locks ?? null), now: () => new Date(), secrets });
  const library = new DexieLibrary({ database, health, now: () => new Date() });
  const fileStore = createDexieFiles(database, health);
  const workshop = new SandboxWorkshop({ database, executor: executors.sealed, now: () => new Date() });
  const keeper = createOfflineKeeper({ baseUrl, catalogue, kept });
  const agentStores: AgentStores = { library, log, fileStore, callTool: (id, args) => workshop.call(id, args) };

  const stores = createStores({
    agent: createAgentActions(agentStores, network),
    suggestFunction,
    log,
    replay: { plan: replayPlan, compare: compareRuns },
    library,
    workshop,
    snippetHistory: createSnippetHistory({ database, health, now: () => new Date() }),
    packs: new DexiePacks({ database, now: () => new Date() }),
    searchSnippets,
    files: fileStore,
    sharing: createRunSharing(baseUrl),
    settings: settingsForVisit(createDexieSettings(database, health, deployment), visit.visit, [...problems, ...visit.problems, ...unknown]),
    executors: executors.all,
    network: network.actions,
    models: createModelActions(
      catalogue,
      deployment.models,
      createOwnModels(() => localStorage, baseUrl),
      keys,
    ),
    demos: demoTasks,
    device: createDeviceActions(database, keeper),
    health,
    address: window,
    schedule: (work) => void requestAnimationFrame(work),
    now: () => Date.now(),
  });

  current = stores;
  createRoot(root, { onUncaughtError: sayFailure }).render(<App stores={stores} />);
  const started = stores.start();
  // After an upgrade of Python or of a package, tools must pass their gates again before anyone relies on them.
  void started.then(() => stores.workshop.getState().recheckAll());

  const automated = new URLSearchParams(location.search).has("automation");
  // What is being developed is never kept: it would stand before what was just edited. A command's page lives for one command.
  if (import.meta.env.PROD && !automated) void started.then(() => keeper.start());
  if (automated) {
    const { createAutomation } = await import("#automation/create-automation.ts");
    await started;
    const { testPack } = await import("#library/packs/test-pack.ts");
    const test: Automation["testPack"] = (text, fileName, onVerdict) =>
      testPack(executors.sealed, text, fileName, (verdict) => onVerdict?.(verdict), new AbortController().signal);
    const { callFromPack } = await import("#library/packs/call-from-pack.ts");
    const call: AutomationPorts["callFromPack"] = (pack, name, args) => callFromPack(executors.sealed, pack, name, args, new AbortController().signal);
    Object.assign(window, { skep: createAutomation({ stores, tools: agentStores, network, testPack: test, callFromPack: call }) });
  }
}

const CONFIG_TIMEOUT_MS = 15_000;

/** An empty page would say nothing. */
function sayFailure(thrown: unknown): void {
  reportError(thrown);
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent = `Skep failed and cannot go on: ${messageOf(thrown)}. Runs that ended are kept. Reload this page; if it stays, open it in a newer browser.`;
  document.body.append(words);
}

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
await start(root).catch(sayFailure);
