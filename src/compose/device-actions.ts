import { messageOf } from "#domain/fault.ts";
import type { DeviceActions, OfflineState, StorageUse } from "#state/store-ports.ts";
import type { SkepDatabase } from "#storage/database.ts";

/** What this browser keeps for Skep. */
export function createDeviceActions(database: SkepDatabase): DeviceActions {
  return {
    offline: async () => offlineState(),
    storage: async () => storageUse(),
    persist: async () => (await navigator.storage?.persist?.()) ?? false,
    eraseEverything: async () => {
      try {
        await database.delete({ disableAutoOpen: true });
        for (const name of await caches.keys()) await caches.delete(name);
        await eraseFolders();
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

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;

function offlineState(): OfflineState {
  if (LOOPBACK.test(location.hostname)) {
    return { kind: "ready", detail: "The page comes from this machine: it needs no network while its server runs here." };
  }
  return { kind: "unavailable", detail: "The page itself comes from its server each time; models and history are kept in this browser." };
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
  caches: "Models (WebLLM)",
  fileSystem: "Models (GGUF)",
};
