import { messageOf } from "#domain/fault.ts";
import { downloadGguf, ggufPresence, removeGguf } from "./download/gguf-files.ts";
import { engineFault } from "./engine-fault.ts";
import type { CatalogueModel, ModelPresence, ModelStore } from "./port.ts";
import { addressesOf, downloadMlc } from "./webllm/create-webllm-model.ts";
import type { WebllmCache } from "./webllm/engine-messages.ts";
import { cacheFor, folderModel } from "./webllm/folder-model.ts";
import { deleteLibraryFiles, engineRecord, hasLibraryFiles } from "./webllm/library-files.ts";
import { mlcPresence, removeAddresses, removeMlc } from "./webllm/mlc-cache.ts";
import { withRate } from "./with-rate.ts";

const ABSENT: ModelPresence = { kind: "absent" };

/**
 * The models' files in this browser, of all engines: GGUF in the private file system, WebLLM's in its caches.
 * @param webllmCache where WebLLM keeps files, asked each time: the same as its engine is told
 */
export function createModelStore(webllmCache: () => WebllmCache): ModelStore {
  return {
    presence: async (model) => {
      try {
        return await presenceOf(model, webllmCache());
      } catch {
        // A window that keeps no files keeps none of these.
        return ABSENT;
      }
    },
    download: async ({ source }, report, signal) => {
      const onProgress = withRate(report);
      // Asked with the first download, when it is plain what for. The browser's answer changes nothing here.
      await navigator.storage?.persist?.().catch(() => false);
      if (source.kind === "gguf-url") return downloadGguf(source, onProgress, signal);
      // WebLLM's own caches are filled by WebLLM when it loads.
      const addresses = source.kind === "webllm" && webllmCache() === "cache" ? addressesOf(source) : null;
      return addresses === null ? null : downloadMlc(addresses, onProgress, signal);
    },
    importFolder: async (files, report, signal) => {
      const read = await folderModel(files, globalThis.location.href);
      if (!read.ok) return read;
      const addresses = read.model.source.kind === "webllm" ? addressesOf(read.model.source) : null;
      if (addresses === null) return { ok: false, fault: engineFault.badModel("the folder names no compiled model.") };
      await navigator.storage?.persist?.().catch(() => false);
      const fault = await downloadMlc(addresses, withRate(report), signal, read.files);
      if (fault === null) return { ok: true, model: read.model };
      // Half a folder is of no use: it is picked again whole.
      await removeAddresses(read.files.keys());
      return { ok: false, fault };
    },
    remove: async (model) => {
      try {
        return { ok: true, freedBytes: await removeFiles(model, webllmCache()) };
      } catch (error) {
        const busy = error instanceof DOMException && error.name === "NoModificationAllowedError";
        return { ok: false, fault: busy ? engineFault.fileInUse("the model's file") : engineFault.engine(messageOf(error)) };
      }
    },
  };
}

async function presenceOf(model: CatalogueModel, cache: WebllmCache): Promise<ModelPresence> {
  const { source } = model;
  if (source.kind === "gguf-url") return ggufPresence(source);
  const addresses = source.kind === "webllm" ? addressesOf(source) : null;
  if (addresses === null) return ABSENT;
  if (cacheFor(addresses.folder, cache) === "cache") return mlcPresence(addresses);
  return (await hasLibraryFiles(engineRecord(model), cache)) ? { kind: "complete", bytes: model.downloadBytes ?? 0, checked: false } : ABSENT;
}

/** @returns the bytes freed. */
async function removeFiles(model: CatalogueModel, cache: WebllmCache): Promise<number> {
  const { source } = model;
  if (source.kind === "gguf-url") return removeGguf(source);
  const addresses = source.kind === "webllm" ? addressesOf(source) : null;
  if (addresses === null) return 0;
  if (cacheFor(addresses.folder, cache) === "cache") return removeMlc(addresses);
  await deleteLibraryFiles(engineRecord(model), cache);
  return model.downloadBytes ?? 0;
}
