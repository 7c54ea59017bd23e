import { type AnnouncementStore, createAnnouncementStore } from "./announcement-store.ts";
import { createDeviceStore, type DeviceStore } from "./device-store.ts";
import { createExecutorStore, type ExecutorStore } from "./executor-store.ts";
import { createHistoryStore, type HistoryStore } from "./history-store.ts";
import { createLibraryStore, type LibraryStore } from "./library-store.ts";
import { createModelsStore, type ModelsStore } from "./models-store.ts";
import { createNavigationStore, type NavigationStore } from "./navigation-store.ts";
import { createNetworkStore, type NetworkStore } from "./network-store.ts";
import { createPackStore, type PackStore } from "./pack-store.ts";
import { createReplayStore, type ReplayStore } from "./replay-store.ts";
import { runInputs } from "./run-inputs.ts";
import { createSettingsStore, type SettingsStore } from "./settings-store.ts";
import type { StorePorts } from "./store-ports.ts";
import { createTaskStore, type TaskStore } from "./task-store.ts";
import { createWorkshopStore, type WorkshopStore } from "./workshop-store.ts";

/** All that the view watches and calls. */
export interface Stores {
  readonly task: TaskStore;
  readonly history: HistoryStore;
  readonly replay: ReplayStore;
  readonly library: LibraryStore;
  readonly workshop: WorkshopStore;
  readonly packs: PackStore;
  readonly searchSnippets: StorePorts["searchSnippets"];
  readonly models: ModelsStore;
  readonly executors: ExecutorStore;
  readonly settings: SettingsStore;
  readonly network: NetworkStore;
  readonly device: DeviceStore;
  readonly navigation: NavigationStore;
  /** What has come of something, for people who do not see it. */
  readonly announcements: AnnouncementStore;
  readonly sharing: StorePorts["sharing"];
  /** Content of a file that a run was given or made, or null when it is no longer on this device. */
  readFile(sha256: string): Promise<Uint8Array | null>;
  /** Reads what is stored, chooses the model and warms the executor. Call once, after the first render. */
  start(): Promise<void>;
}

/** Builds the stores of one page from its ports. */
export function createStores(ports: StorePorts): Stores {
  const settings = createSettingsStore(ports.settings);
  const executors = createExecutorStore(ports.executors, settings);
  const network = createNetworkStore(ports.network, settings);
  const models = createModelsStore(ports.models, settings);
  const history = createHistoryStore(ports.log);
  const library = createLibraryStore(ports.library);
  const device = createDeviceStore(ports.device, ports.health);
  const navigation = createNavigationStore(ports.address);
  const replay = createReplayStore(ports, { settings, executors });
  const workshop = createWorkshopStore({
    workshop: ports.workshop,
    history: ports.snippetHistory,
    keepTests: (snippet, tests) => ports.library.update(snippet.id, { ...snippet, tests }),
    runInputs: (run) => runInputs(ports.log, ports.files, run),
    suggestFunction: async (wish, signal) => {
      const model = models.getState().active();
      return model === null ? { ok: false, message: "No model is loaded." } : ports.suggestFunction(wish, model, signal);
    },
  });
  const packs = createPackStore(ports.packs, ports.workshop);
  const task = createTaskStore(ports, { settings, models, executors, network });
  /** What a followed link carries is shown, never run; the address forgets it, so that a reload is not a second opening. */
  const openCarried = async (): Promise<void> => {
    const { carried, go } = navigation.getState();
    if (carried === null) return;
    go("task");
    await task.getState().open({ carried });
  };
  navigation.subscribe(() => void openCarried());
  return {
    task,
    history,
    replay,
    library,
    searchSnippets: ports.searchSnippets,
    workshop,
    packs,
    models,
    executors,
    settings,
    network,
    device,
    navigation,
    announcements: createAnnouncementStore({ workshop, packs, models, history, replay, library, device }),
    sharing: ports.sharing,
    readFile: (sha256) => ports.files.get(sha256),
    start: async () => {
      await Promise.all([settings.getState().load(), openCarried()]);
      await Promise.all([
        models.getState().start(),
        executors.getState().warm(),
        history.getState().refresh(),
        library.getState().refresh(),
        device.getState().refresh(),
        network.getState().refresh(),
      ]);
    },
  };
}
