import type { DataFile } from "#domain/data-file.ts";
import type { Settings } from "#domain/settings.ts";
import type { SearchSnippets, SnippetHistory, SnippetLibrary, SnippetPacks, SnippetWorkshop } from "#library/port.ts";
import type { CatalogueModel, DeviceFacts, EndpointAccess, Fit, LanguageModel, ModelPresence, ModelStore } from "#llm/port.ts";
import type { RunLog, RunReplay, WriteOutcome } from "#log/port.ts";
import type { Executor } from "#sandbox/port.ts";
import type { RunSharing } from "#share/port.ts";
import type { FileStore, SettingsStore, StorageHealth } from "#storage/port.ts";
import type { AgentActions, SuggestFunction } from "./agent-actions.ts";
import type { NetworkActions } from "./network-actions.ts";

/** A task that the recorded replies know. Always shown with the label "demo replies". */
export interface DemoTask {
  readonly title: string;
  readonly task: string;
  readonly files: readonly DataFile[];
}

export interface Catalogue {
  readonly models: readonly CatalogueModel[];
  /** What is missing on this host, in words for a person. */
  readonly problems: readonly string[];
}

/** Models as the stores need them. */
export interface ModelActions {
  readonly engines: readonly LanguageModel[];
  catalogue(): Promise<Catalogue>;
  facts(): Promise<DeviceFacts>;
  /** @param presence what is kept of it already, so that only the rest must find room */
  fit(model: CatalogueModel, facts: DeviceFacts, presence?: ModelPresence): Fit;
  /** The order in which this device should try them, best first. */
  rank(models: readonly CatalogueModel[], facts: DeviceFacts): readonly CatalogueModel[];
  /** The models' files on this device. */
  readonly store: ModelStore;
  /** Servers of the person's own; null where they are not offered. */
  readonly endpoints: EndpointAccess | null;
  /** Where WebLLM's models are kept from now on. */
  keepWebllmIn(cache: Settings["webllmCache"]): void;
  /** Models that the person added, kept in this browser. */
  readonly own: OwnModels;
}

export interface OwnModels {
  list(): readonly CatalogueModel[];
  /** @returns why it could not be kept beyond this visit, or null. */
  add(model: CatalogueModel): string | null;
  remove(id: string): void;
}

/** Whether the application opens without a network. */
export type OfflineState =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "ready";
      readonly detail: string;
      /** Bytes of Python packages that are on the host and not yet in this browser; absent where none can be kept. */
      readonly packagesBytes?: number;
    }
  | { readonly kind: "partial"; readonly detail: string }
  | { readonly kind: "unavailable"; readonly detail: string };

export interface StorageUse {
  readonly usedBytes: number | null;
  readonly quotaBytes: number | null;
  /** Whether the browser promised not to evict. */
  readonly persisted: boolean;
  readonly parts: readonly { readonly label: string; readonly bytes: number }[];
}

/** This browser on this machine. */
export interface DeviceActions {
  offline(): OfflineState;
  onOffline(listener: (state: OfflineState) => void): void;
  /** Keeps all Python packages of the host in this browser. */
  keepPackages(): Promise<void>;
  storage(): Promise<StorageUse>;
  /** Asks the browser not to evict; answers with what it said. */
  persist(): Promise<boolean>;
  /** Erases runs, files, snippets, settings and downloaded models from this browser. */
  eraseEverything(): Promise<WriteOutcome>;
  /** Loads the page anew, once what is on screen was read: nothing that was erased stays in it. */
  restart(): void;
}

/** The part of `window` that navigation binds to. */
export interface AddressBar {
  readonly location: { hash: string };
  addEventListener(type: "hashchange", listener: () => void): void;
}

/** All that the stores are made of. */
export interface StorePorts {
  readonly agent: AgentActions;
  readonly suggestFunction: SuggestFunction;
  readonly log: RunLog;
  readonly replay: RunReplay;
  readonly library: SnippetLibrary;
  readonly workshop: SnippetWorkshop;
  readonly snippetHistory: SnippetHistory;
  readonly packs: SnippetPacks;
  readonly searchSnippets: SearchSnippets;
  readonly files: FileStore;
  readonly sharing: RunSharing;
  readonly settings: SettingsStore;
  readonly executors: readonly Executor[];
  readonly network: NetworkActions;
  readonly models: ModelActions;
  readonly demos: readonly DemoTask[];
  readonly device: DeviceActions;
  /** Whether this browser's storage answers. */
  readonly health: Pick<StorageHealth, "fault" | "subscribe">;
  /** Null where there is no address bar. */
  readonly address: AddressBar | null;
  /** Runs work on the next frame, so that a stream of events redraws once a frame; tests pass a call at once. */
  readonly schedule: (work: () => void) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
