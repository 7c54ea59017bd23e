import { createStore, type StoreApi } from "zustand/vanilla";
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
  refresh(): Promise<void>;
  persist(): Promise<void>;
  eraseEverything(): Promise<void>;
}

export type DeviceStore = StoreApi<DeviceState>;

/** What this browser keeps, and whether it opens without a network. */
export function createDeviceStore(port: DeviceActions): DeviceStore {
  return createStore<DeviceState>()((set, get) => ({
    offline: { kind: "unknown" },
    storage: null,
    erase: { kind: "idle" },
    refresh: async () => {
      const [offline, storage] = await Promise.all([port.offline(), port.storage()]);
      set({ offline, storage });
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
    },
  }));
}
