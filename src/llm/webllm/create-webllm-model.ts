import type { Fault } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import type { CatalogueModel, DeviceFacts, LanguageModel, LoadProgress, ModelSource } from "../port.ts";
import { runDownloadWorker } from "../run-download-worker.ts";
import { SessionEngine, type SessionStart } from "../session-engine.ts";
import { createEngineWorker } from "./create-engine-worker.ts";
import type { WebllmCache } from "./engine-messages.ts";
import type { FetchAnswer, FetchOrder } from "./fetch-messages.ts";
import { cacheFor } from "./folder-model.ts";
import { engineRecord } from "./library-files.ts";
import { openLibrary } from "./mlc-cache.ts";
import { type MlcAddresses, mlcAddresses } from "./mlc-files.ts";
import { WebllmSession } from "./webllm-session.ts";

export interface WebllmOptions {
  /** What the device can do; asked at each load. */
  readonly facts: () => Promise<DeviceFacts>;
  /** Where files are kept, asked at each load. With "cache" downloads show every byte and are checked; the others are WebLLM's own. */
  readonly cache?: () => WebllmCache;
  readonly createWorker?: () => Worker;
}

type WebllmSource = Extract<ModelSource, { kind: "webllm" }>;

/** Models on the graphics device by WebLLM, in a worker of their own. The library is loaded with the first model, never before. */
export function createWebllmModel(options: WebllmOptions): LanguageModel {
  return new SessionEngine("webllm", async (model, onProgress, signal): Promise<SessionStart> => {
    const { source } = model;
    if (source.kind !== "webllm" || source.record === null) return { ok: false, fault: engineFault.badModel("the entry names no compiled model.") };
    const missing = await missingFeature(model, options);
    if (missing !== null) return { ok: false, fault: missing };
    const cache = cacheFor(source.record.model, options.cache?.() ?? "cache");
    const addresses = mlcAddresses(source.record.model, source.record.modelLib);
    if (cache === "cache") {
      const fault = await downloadMlc(addresses, onProgress, signal);
      if (fault !== null) return { ok: false, fault };
    }
    const library = cache === "cache" ? await openLibrary(addresses) : null;
    // The library fetches what is on "localhost" anew each time; from a blob it starts without a server, too.
    const blobUrl = library === null ? null : URL.createObjectURL(library);
    try {
      return await WebllmSession.start(
        {
          createWorker: options.createWorker ?? createEngineWorker,
          record: blobUrl === null ? engineRecord(model) : { ...engineRecord(model), modelLib: blobUrl },
          cache,
          name: model.name,
          totalBytes: model.downloadBytes,
          onProgress,
        },
        signal,
      );
    } finally {
      if (blobUrl !== null) URL.revokeObjectURL(blobUrl);
    }
  });
}

/**
 * Fetches a compiled model's files into the browser's caches.
 * @param files from disk, by their addresses, which are then not asked of any server
 * @returns null when all are there and right
 */
export function downloadMlc(
  addresses: MlcAddresses,
  onProgress: (progress: LoadProgress) => void,
  signal: AbortSignal,
  files: ReadonlyMap<string, Blob> = new Map(),
): Promise<Fault | null> {
  const worker = new Worker(new URL("./fetch.worker.ts", import.meta.url), { type: "module", name: "skep-fetch-model" });
  return runDownloadWorker<FetchAnswer, Extract<FetchOrder, { kind: "start" }>>(
    worker,
    { kind: "start", addresses, files },
    signal,
    (answer) => onProgress(answer.progress),
    addresses.folder,
  );
}

/** @returns the addresses of a source, or null when it names none. */
export function addressesOf(source: WebllmSource): MlcAddresses | null {
  return source.record === null ? null : mlcAddresses(source.record.model, source.record.modelLib);
}

/** The prebuilt list does not declare shader-f16, and the library finds a missing adapter only after its downloads: both are asked here, first. */
async function missingFeature(model: CatalogueModel, options: WebllmOptions): Promise<Fault | null> {
  const { webgpu } = await options.facts();
  if (!webgpu.available) return engineFault.noWebgpu(webgpu.reason);
  return model.needs.shaderF16 && !webgpu.shaderF16 ? engineFault.noShaderF16(model.name) : null;
}
