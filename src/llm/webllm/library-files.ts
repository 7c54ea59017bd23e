/** Files in the caches that only the library can read (IndexedDB, OPFS): asked and deleted through its worker. */
import type { CatalogueModel } from "../port.ts";
import { SerialQueue } from "../serial-queue.ts";
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

/** The catalogue asks for many models at once: one worker with the library answers them all and ends when nothing more is asked. */
const queue = new SerialQueue();
let worker: Worker | null = null;
let waiting = 0;

/** @throws when the library does. */
async function ask(message: PageMessage): Promise<boolean> {
  waiting += 1;
  try {
    return await queue.run(async () => askNow(message));
  } finally {
    waiting -= 1;
    if (waiting === 0) {
      worker?.terminate();
      worker = null;
    }
  }
}

function askNow(message: PageMessage): Promise<boolean> {
  worker ??= createEngineWorker();
  const asked = worker;
  return new Promise((resolve, reject) => {
    asked.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
      if (data.kind === "files") resolve(data.present);
      else reject(new Error(data.kind === "failed" ? data.message : `unexpected ${data.kind}`));
    };
    asked.onerror = (event) => {
      // A worker that did not start answers nobody.
      worker = null;
      reject(new Error(event.message));
    };
    asked.postMessage(message);
  });
}
