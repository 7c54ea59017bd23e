/**
 * Fetching one file so that a cut in the middle costs nothing: what came is written at once, and the next request asks for the rest.
 *
 *   size on disk 0       → GET                → 200 from the start
 *   size on disk n       → GET Range: n-      → 206 goes on | 200 or another ETag: from the start | 416: all there, or start afresh
 *   the stream breaks    → up to MAX_TRIES without progress, each after a longer pause, then the caller is told
 */
import { messageOf } from "#domain/fault.ts";

/** Where bytes go. Synchronous, as the private file system's access handles in workers are. */
export interface ByteSink {
  readonly size: number;
  /** @throws QuotaExceededError when the disk or the quota is full. */
  append(bytes: Uint8Array): void;
  clear(): void;
}

/** What is known of the remote file from earlier tries. */
export interface RemoteFacts {
  readonly etag: string | null;
  readonly total: number | null;
}

export type DownloadOutcome =
  | { readonly kind: "complete"; readonly facts: RemoteFacts }
  | { readonly kind: "aborted" }
  | { readonly kind: "not-found"; readonly status: number }
  | { readonly kind: "broken"; readonly detail: string };

export interface ResumeOptions {
  readonly url: string;
  readonly sink: ByteSink;
  readonly known: RemoteFacts;
  readonly signal: AbortSignal;
  /** Called when more is known of the remote file, so that it can be kept for the next visit. */
  readonly onFacts: (facts: RemoteFacts) => void;
  readonly onProgress: (loaded: number, total: number | null) => void;
  /** Milliseconds without a byte after which a connection counts as dead. */
  readonly stallMs?: number;
  /** Milliseconds before the second try; doubles for each one after. */
  readonly pauseMs?: number;
}

const MAX_TRIES = 4;
const STALL_MS = 30_000;
const FIRST_PAUSE_MS = 1000;

/** @throws what the sink throws (a full disk); every failure of the network is an outcome. */
export async function resumeDownload(options: ResumeOptions): Promise<DownloadOutcome> {
  let facts = options.known;
  let tries = 0;
  let detail = "";
  while (tries < MAX_TRIES) {
    if (options.signal.aborted) return { kind: "aborted" };
    if (tries > 0) await pause((options.pauseMs ?? FIRST_PAUSE_MS) * 2 ** (tries - 1), options.signal);
    const before = options.sink.size;
    const attempt = await once(options, facts);
    facts = attempt.facts;
    switch (attempt.kind) {
      case "complete":
        return { kind: "complete", facts };
      case "not-found":
        return { kind: "not-found", status: attempt.status };
      case "again":
        detail = attempt.detail;
        tries = options.sink.size > before ? 1 : tries + 1;
    }
  }
  return options.signal.aborted ? { kind: "aborted" } : { kind: "broken", detail };
}

type Attempt = { readonly facts: RemoteFacts } & (
  | { readonly kind: "complete" }
  | { readonly kind: "not-found"; readonly status: number }
  | { readonly kind: "again"; readonly detail: string }
);

async function once(options: ResumeOptions, known: RemoteFacts): Promise<Attempt> {
  const { url, sink, signal, onProgress } = options;
  if (known.total !== null && sink.size === known.total) return { kind: "complete", facts: known };
  if (known.total !== null && sink.size > known.total) sink.clear();
  const stalled = new AbortController();
  const stallMs = options.stallMs ?? STALL_MS;
  let timer = setTimeout(() => stalled.abort(), stallMs);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), stallMs);
  };
  let facts = known;
  try {
    const response = await fetch(url, {
      ...(sink.size > 0 ? { headers: { Range: `bytes=${sink.size}-` } } : {}),
      signal: AbortSignal.any([signal, stalled.signal]),
      cache: "no-store",
    });
    alive();
    if (response.status === 416) {
      sink.clear();
      return { kind: "again", facts: { etag: null, total: null }, detail: "the file changed at its source" };
    }
    if (!response.ok || response.body === null) return refused(response.status, known);
    const found = factsOf(response);
    if (sink.size > 0 && !continues(response, sink.size, known, found)) {
      sink.clear();
      if (response.status === 206) {
        await response.body.cancel();
        return { kind: "again", facts: { etag: null, total: null }, detail: "the file changed at its source" };
      }
    }
    facts = found;
    options.onFacts(facts);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      alive();
      try {
        sink.append(value);
      } catch (error) {
        await reader.cancel().catch(() => {});
        throw new SinkError(error);
      }
      onProgress(sink.size, facts.total);
    }
    if (facts.total !== null && sink.size !== facts.total) return { kind: "again", facts, detail: `it ended after ${sink.size} of ${facts.total} bytes` };
    return { kind: "complete", facts: { ...facts, total: sink.size } };
  } catch (error) {
    if (error instanceof SinkError) throw error.cause;
    return { kind: "again", facts, detail: stalled.signal.aborted ? `no data came for ${stallMs / 1000} s` : messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Carries a full disk past the handling of network failures. */
class SinkError extends Error {
  constructor(cause: unknown) {
    super("sink", { cause });
  }
}

/** Answers that another try can change are 408, 429 and those of 500 on. */
function refused(status: number, facts: RemoteFacts): Attempt {
  return status === 408 || status === 429 || status >= 500
    ? { kind: "again", facts, detail: `the server answered ${status}` }
    : { kind: "not-found", facts, status };
}

function factsOf(response: Response): RemoteFacts {
  const etag = response.headers.get("etag");
  const range = /^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  if (range?.[1] !== undefined) return { etag, total: Number(range[1]) };
  // A length of encoded bytes says nothing of what will be written.
  const length = response.headers.has("content-encoding") ? null : response.headers.get("content-length");
  return { etag, total: length === null ? null : Number(length) };
}

function continues(response: Response, size: number, known: RemoteFacts, found: RemoteFacts): boolean {
  if (response.status !== 206) return false;
  const start = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "")?.[1];
  const differs = (one: string | number | null, other: string | number | null): boolean => one !== null && other !== null && one !== other;
  return (start === undefined || Number(start) === size) && !differs(known.etag, found.etag) && !differs(known.total, found.total);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
