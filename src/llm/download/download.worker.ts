/// Downloads one file into the models' folder and checks it. A stop is answered when the files are closed, so that the next try can open them.
import { createSHA256 } from "hash-wasm";
import { type Fault, messageOf } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import type { DownloadAnswer, DownloadOrder, DownloadRequest } from "./messages.ts";
import { type FileNote, noteNameFor, openModelFolder, readNote } from "./model-folder.ts";
import { publishedSha256 } from "./published-sha256.ts";
import { type ByteSink, resumeDownload } from "./resume-download.ts";

const PROGRESS_EVERY_MS = 200;
const CHECK_BLOCK_BYTES = 4 * 1024 * 1024;

const answer = (message: DownloadAnswer): void => self.postMessage(message);

const stopping = new AbortController();

self.onmessage = async (event: MessageEvent<DownloadOrder>): Promise<void> => {
  if (event.data.kind === "stop") {
    stopping.abort();
    return;
  }
  const { request } = event.data;
  let fault: Fault | null;
  try {
    fault = await download(request, stopping.signal);
  } catch (error) {
    fault = faultOf(error, request.url);
  }
  answer({ kind: "end", fault });
};

async function download({ url, name, sha256 }: DownloadRequest, signal: AbortSignal): Promise<Fault | null> {
  const folder = await openModelFolder();
  const expected = sha256 ?? (await publishedSha256(url));
  const handle = await (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
  try {
    const note = await readNote(folder, name);
    const noteHandle = await (await folder.getFileHandle(noteNameFor(name), { create: true })).createSyncAccessHandle();
    const write = (value: FileNote): void => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      noteHandle.truncate(0);
      noteHandle.write(bytes, { at: 0 });
      noteHandle.flush();
    };
    try {
      if (note === null) handle.truncate(0);
      const progress = tellEvery(PROGRESS_EVERY_MS);
      const outcome = await resumeDownload({
        url,
        sink: sinkOf(handle),
        known: { etag: note?.etag ?? null, total: note?.total ?? null },
        signal,
        onFacts: (facts) => write({ url, ...facts, complete: false }),
        onProgress: progress.set,
      });
      progress.end();
      switch (outcome.kind) {
        case "complete": {
          const sum = expected === null ? null : await sumOf(handle, signal);
          if (signal.aborted) return engineFault.loadStopped(true);
          if (sum !== expected) {
            handle.truncate(0);
            write({ url, etag: null, total: null, complete: false });
            return engineFault.integrity(url);
          }
          handle.flush();
          write({ url, ...outcome.facts, complete: true, checked: sum !== null });
          return null;
        }
        case "not-found":
          return engineFault.notFound(url, outcome.status);
        case "broken":
          return engineFault.download(url, outcome.detail, handle.getSize() > 0);
        case "aborted":
          return engineFault.loadStopped(true);
      }
    } finally {
      noteHandle.close();
    }
  } finally {
    handle.close();
  }
}

/** Tells the newest progress at most once in a while, the first and the last one always. */
function tellEvery(milliseconds: number): { readonly set: (loaded: number, total: number | null) => void; readonly end: () => void } {
  let newest: DownloadAnswer | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const tell = (): void => {
    timer = null;
    if (newest === null) return;
    answer(newest);
    newest = null;
    timer = setTimeout(tell, milliseconds);
  };
  return {
    set: (loaded, total) => {
      newest = { kind: "progress", loaded, total };
      if (timer === null) tell();
    },
    end: () => {
      if (timer !== null) clearTimeout(timer);
      if (newest !== null) answer(newest);
    },
  };
}

function sinkOf(handle: FileSystemSyncAccessHandle): ByteSink {
  return {
    get size() {
      return handle.getSize();
    },
    append: (bytes) => {
      const at = handle.getSize();
      // A full disk may show as fewer bytes written instead of an exception.
      if (handle.write(bytes as Uint8Array<ArrayBuffer>, { at }) !== bytes.byteLength)
        throw new DOMException("Not all bytes were written", "QuotaExceededError");
    },
    clear: () => handle.truncate(0),
  };
}

async function sumOf(handle: FileSystemSyncAccessHandle, signal: AbortSignal): Promise<string | null> {
  const hash = await createSHA256();
  const total = handle.getSize();
  const block = new Uint8Array(CHECK_BLOCK_BYTES);
  let told = 0;
  for (let at = 0; at < total; ) {
    const read = handle.read(block, { at });
    hash.update(block.subarray(0, read));
    at += read;
    const now = performance.now();
    if (now - told < PROGRESS_EVERY_MS) continue;
    told = now;
    answer({ kind: "checking", loaded: at, total });
    // Lets a stop in.
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
  }
  return hash.digest("hex");
}

function faultOf(error: unknown, url: string): Fault {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError") return engineFault.storageFull(null);
  if (name === "NoModificationAllowedError") return engineFault.fileInUse(url);
  return engineFault.download(url, messageOf(error), true);
}
