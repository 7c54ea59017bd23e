import { createStore, type StoreApi } from "zustand/vanilla";
import type { Fault } from "#domain/fault.ts";
import type { StorageHealth } from "#storage/port.ts";
import type { DeviceActions, OfflineState, StorageUse } from "./store-ports.ts";

export type EraseState =
  | { readonly kind: "idle" }
  | { readonly kind: "erasing" }
  | { readonly kind: "erased" }
  | { readonly kind: "failed"; readonly message: string };

export interface DeviceState {
  readonly offline: OfflineState;
  /** Null until it was measured. */
  readonly storage: StorageUse | null;
  readonly erase: EraseState;
  /** The last failure of this browser's storage that nobody has dismissed; null while all is well. */
  readonly fault: Fault | null;
  /** Whether packages are being fetched to be kept. */
  readonly keeping: boolean;
  refresh(): Promise<void>;
  keepPackages(): Promise<void>;
  persist(): Promise<void>;
  /** Erases all, and loads the page anew when that went well. */
  eraseEverything(): Promise<void>;
  dismissFault(): void;
}

export type DeviceStore = StoreApi<DeviceState>;

/** What this browser keeps, and whether it opens without a network. */
export function createDeviceStore(port: DeviceActions, health: Pick<StorageHealth, "fault" | "subscribe">): DeviceStore {
  const store = createStore<DeviceState>()((set, get) => ({
    offline: { kind: "unknown" },
    keeping: false,
    storage: null,
    erase: { kind: "idle" },
    fault: health.fault,
    dismissFault: () => set({ fault: null }),
    refresh: async () => {
      set({ offline: port.offline(), storage: await port.storage() });
    },
    keepPackages: async () => {
      set({ keeping: true });
      await port.keepPackages();
      set({ keeping: false });
      await get().refresh();
    },
    persist: async () => {
      await port.persist();
      await get().refresh();
    },
    eraseEverything: async () => {
      set({ erase: { kind: "erasing" } });
      const outcome = await port.eraseEverything();
      set({ erase: outcome.ok ? { kind: "erased" } : { kind: "failed", message: outcome.message } });
      await get().refresh();
      if (outcome.ok) port.restart();
    },
  }));
  health.subscribe((fault) => store.setState({ fault }));
  port.onOffline((offline) => {
    store.setState({ offline });
    void store.getState().refresh();
  });
  return store;
}
