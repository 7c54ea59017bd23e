/** Files in the caches that only the library can read (IndexedDB, OPFS): asked and deleted through its worker. */
import type { CatalogueModel } from "../port.ts";
import { createEngineWorker } from "./create-engine-worker.ts";
import type { EngineMessage, EngineRecord, PageMessage, WebllmCache } from "./engine-messages.ts";

/** @throws when the entry is none of WebLLM's. */
export function engineRecord({ source, id }: CatalogueModel): EngineRecord {
  if (source.kind !== "webllm" || source.record === null) throw new Error(`${id} names no compiled model`);
  return { id: source.id, model: source.record.model, modelLib: source.record.modelLib, contextSize: source.record.contextSize };
}

/** Whether all files of a model are in one of the library's own caches. */
export function hasLibraryFiles(record: EngineRecord, cache: WebllmCache): Promise<boolean> {
  return ask({ kind: "has-files", record, cache });
}

/** Deletes a model's files from one of the library's own caches. */
export async function deleteLibraryFiles(record: EngineRecord, cache: WebllmCache): Promise<void> {
  await ask({ kind: "delete-files", record, cache });
}

/** @throws when the library does. */
function ask(message: PageMessage): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const worker = createEngineWorker();
    worker.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
      worker.terminate();
      if (data.kind === "files") resolve(data.present);
      else reject(new Error(data.kind === "failed" ? data.message : `unexpected ${data.kind}`));
    };
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message));
    };
    worker.postMessage(message);
  });
}
