/** Filling the browser's Cache API with files whose sizes are known, byte by byte in sight, whole files only. */
import { createMD5 } from "hash-wasm";
import { type Fault, messageOf } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";

export interface CacheFile {
  readonly cache: string;
  readonly url: string;
  /** Null where the size is not known before. */
  readonly bytes: number | null;
  /** Lower-case hex; null where no sum is published. */
  readonly md5: string | null;
}

const PARALLEL = 3;
const MAX_TRIES = 4;
const FIRST_PAUSE_MS = 1000;
const STALL_MS = 30_000;

export interface FillOptions {
  readonly signal: AbortSignal;
  /** Bytes of all files so far; may go down when a file is tried again. */
  readonly onBytes: (loaded: number) => void;
  /** Files that a person gave, by address: they are copied in place of being fetched. */
  readonly onDisk?: ReadonlyMap<string, Blob>;
  readonly pauseMs?: number;
  readonly stallMs?: number;
}

/** Fetches the files that are missing, a few at a time. @returns null when all are there, else why not; what is there stays. */
export async function fillCache(files: readonly CacheFile[], options: FillOptions): Promise<Fault | null> {
  const loaded = new Map<string, number>();
  const tell = (url: string, bytes: number): void => {
    loaded.set(url, bytes);
    options.onBytes([...loaded.values()].reduce((sum, value) => sum + value, 0));
  };
  const rest = [...files];
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  let fault: Fault | null = null;
  const lane = async (): Promise<void> => {
    for (let file = rest.shift(); file !== undefined && !signal.aborted; file = rest.shift()) {
      const { url } = file;
      const result = await fetchOne(file, { ...options, signal }, (bytes) => tell(url, bytes));
      if (result === null) continue;
      // The first failure is the one to tell; the other lanes only stop because of it.
      fault ??= result;
      failed.abort();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return options.signal.aborted ? engineFault.loadStopped(true) : fault;
}

async function fetchOne(file: CacheFile, options: FillOptions, onBytes: (bytes: number) => void): Promise<Fault | null> {
  const cache = await caches.open(file.cache);
  const kept = await cache.match(file.url);
  if (kept !== undefined) {
    onBytes(file.bytes ?? 0);
    return null;
  }
  let detail = "";
  for (let tries = 0; tries < MAX_TRIES && !options.signal.aborted; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, (options.pauseMs ?? FIRST_PAUSE_MS) * 2 ** (tries - 1)));
    try {
      const outcome = await attempt(cache, file, options, onBytes);
      if (outcome.kind === "done") return null;
      if (outcome.kind === "fault") return outcome.fault;
      detail = outcome.detail;
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") return engineFault.storageFull(file.bytes);
      detail = messageOf(error);
    }
    onBytes(0);
  }
  return options.signal.aborted ? engineFault.loadStopped(true) : engineFault.download(file.url, detail, true);
}

type Outcome = { readonly kind: "done" } | { readonly kind: "again"; readonly detail: string } | { readonly kind: "fault"; readonly fault: Fault };

async function attempt(cache: Cache, file: CacheFile, options: FillOptions, onBytes: (bytes: number) => void): Promise<Outcome> {
  const stallMs = options.stallMs ?? STALL_MS;
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), stallMs);
  try {
    const given = options.onDisk?.get(file.url);
    if (given === undefined && options.onDisk !== undefined && options.onDisk.size > 0) {
      return { kind: "fault", fault: engineFault.badModel(`the folder has no ${decodeURIComponent(file.url.split("/").at(-1) ?? file.url)}.`) };
    }
    const response =
      given !== undefined ? new Response(given) : await fetch(file.url, { signal: AbortSignal.any([options.signal, stalled.signal]), cache: "no-store" });
    if (!response.ok || response.body === null) {
      const again = response.status === 408 || response.status === 429 || response.status >= 500;
      return again
        ? { kind: "again", detail: `the server answered ${response.status}` }
        : { kind: "fault", fault: engineFault.notFound(file.url, response.status) };
    }
    const hash = file.md5 === null ? null : (await createMD5()).init();
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          clearTimeout(timer);
          timer = setTimeout(() => stalled.abort(), stallMs);
          hash?.update(chunk);
          bytes += chunk.byteLength;
          onBytes(bytes);
          controller.enqueue(chunk);
        },
      }),
    );
    // The cache keeps a response only when its body came to its end without an error.
    await cache.put(file.url, new Response(counted, { headers: { "content-type": response.headers.get("content-type") ?? "application/octet-stream" } }));
    if (file.bytes !== null && bytes !== file.bytes) {
      await cache.delete(file.url);
      return { kind: "again", detail: `it had ${bytes} bytes in place of ${file.bytes}` };
    }
    if (hash !== null && hash.digest("hex") !== file.md5) {
      await cache.delete(file.url);
      return { kind: "fault", fault: engineFault.integrity(file.url) };
    }
    return { kind: "done" };
  } catch (error) {
    if (stalled.signal.aborted) return { kind: "again", detail: `no data came for ${stallMs / 1000} s` };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
