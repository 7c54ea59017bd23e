import { messageOf } from "#domain/fault.ts";
import type { DeviceActions, StorageUse } from "#state/store-ports.ts";
import type { SkepDatabase } from "#storage/database.ts";
import type { OfflineKeeper } from "./keep-offline.ts";

/** What this browser keeps for Skep. */
export function createDeviceActions(database: SkepDatabase, keeper: OfflineKeeper): DeviceActions {
  return {
    offline: () => keeper.state,
    onOffline: (listener) => void keeper.subscribe(listener),
    keepPackages: () => keeper.keepPackages(new AbortController().signal),
    storage: async () => storageUse(),
    persist: async () => (await navigator.storage?.persist?.()) ?? false,
    eraseEverything: async () => {
      try {
        await database.delete({ disableAutoOpen: true });
        for (const name of await caches.keys()) await caches.delete(name);
        await eraseFolders();
        // The page would otherwise come back from what it kept of itself.
        for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
        localStorage.clear();
        return { ok: true };
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    },
    restart: () => void setTimeout(() => location.reload(), READ_MS),
  };
}

/** Milliseconds for reading that all was erased. */
const READ_MS = 1500;

/** Models may also lie in the origin's private file system. */
async function eraseFolders(): Promise<void> {
  const root = await navigator.storage?.getDirectory?.();
  if (root === undefined) return;
  for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) await root.removeEntry(name, { recursive: true });
}

async function storageUse(): Promise<StorageUse> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  const details = (estimate as { readonly usageDetails?: Readonly<Record<string, number>> } | undefined)?.usageDetails ?? {};
  return {
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    persisted: (await navigator.storage?.persisted?.().catch(() => false)) ?? false,
    parts: Object.entries(details).map(([name, bytes]) => ({ label: PART_LABELS[name] ?? name, bytes })),
  };
}

/** Chromium's names of storage parts, in the words of the screens. */
const PART_LABELS: Readonly<Record<string, string>> = {
  indexedDB: "History, files, library, settings",
  caches: "Models (WebLLM), Python and its packages, the application",
  fileSystem: "Models (GGUF)",
};
