import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sha256 } from "#domain/sha256.ts";
import { fetchKeptFile } from "./fetch-kept-file.ts";
import { KeptFiles } from "./kept-files.ts";
import type { AssetFile } from "./port.ts";

const base = new URL("http://skep.test/fetched/");
const never = new AbortController().signal;
let stored: Map<string, Uint8Array<ArrayBuffer>>;
let full: boolean;
let requests: string[];
let reachable: boolean;

/** The part of the browser's cache that is used, with a size that can be made to run out. */
const cache = {
  match: async (url: string) => (stored.has(url) ? new Response(stored.get(url)) : undefined),
  put: async (url: string, response: Response) => {
    if (full) throw new DOMException("no room", "QuotaExceededError");
    stored.set(url, new Uint8Array(await response.arrayBuffer()));
  },
  delete: async (request: string | Request) => stored.delete(typeof request === "string" ? request : request.url),
  keys: async () => [...stored.keys()].map((url) => new Request(url)),
};

beforeEach(() => {
  stored = new Map();
  full = false;
  requests = [];
  reachable = true;
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", async (url: URL) => {
    if (!reachable) throw new TypeError("fetch failed");
    requests.push(url.pathname);
    return new Response("wheel");
  });
});
afterEach(() => vi.unstubAllGlobals());

async function fileOf(path: string, content: string): Promise<AssetFile> {
  return { path, size: content.length, sha256: await sha256(content) };
}

test("a file that was fetched before keeping started is kept, and is read without the host", async () => {
  const file = await fileOf("packages/numpy.whl", "wheel");
  const kept = new KeptFiles(base);
  expect(await fetchKeptFile(base, file, kept, never)).toMatchObject({ ok: true });
  expect(stored.size).toBe(0);
  await kept.start([file]);
  expect(kept.has(file)).toBe(true);
  reachable = false;
  const again = await fetchKeptFile(base, file, new KeptFiles(base), never);
  expect(again.ok && (await again.blob.text())).toBe("wheel");
});

test("a kept copy whose bytes were changed is thrown away and fetched again", async () => {
  const file = await fileOf("packages/numpy.whl", "wheel");
  const kept = new KeptFiles(base);
  await fetchKeptFile(base, file, kept, never);
  await kept.start([file]);
  stored.set([...stored.keys()][0] ?? "", new TextEncoder().encode("whEel"));
  const again = await fetchKeptFile(base, file, kept, never);
  expect(again.ok && (await again.blob.text())).toBe("wheel");
  await kept.settled();
  expect(requests).toHaveLength(2);
  expect(new TextDecoder().decode([...stored.values()][0])).toBe("wheel");
});

test("what the host no longer lists is removed; when the host did not answer, all stays", async () => {
  const file = await fileOf("packages/numpy.whl", "wheel");
  const other = await fileOf("packages/old.whl", "wheel");
  const first = new KeptFiles(base);
  for (const one of [file, other]) await fetchKeptFile(base, one, first, never);
  await first.start(null);
  expect(stored.size).toBe(2);
  const silent = new KeptFiles(base);
  await silent.start(null);
  expect([silent.has(file), silent.has(other)]).toEqual([true, true]);
  const second = new KeptFiles(base);
  await second.start([file]);
  expect([second.has(file), second.has(other), stored.size]).toEqual([true, false, 1]);
});

test("a full browser is told, and the file is still there for the page", async () => {
  full = true;
  const file = await fileOf("packages/numpy.whl", "wheel");
  const kept = new KeptFiles(base);
  await kept.start([file]);
  expect(await fetchKeptFile(base, file, kept, never)).toMatchObject({ ok: true });
  await kept.settled();
  expect([kept.has(file), kept.problem]).toEqual([false, "this browser gives Skep no more room"]);
});

test("a browser without a cache fetches from the host each time", async () => {
  vi.stubGlobal("caches", undefined);
  const file = await fileOf("packages/numpy.whl", "wheel");
  const kept = new KeptFiles(base);
  await kept.start([file]);
  for (let turn = 0; turn < 2; turn += 1) expect(await fetchKeptFile(base, file, kept, never)).toMatchObject({ ok: true });
  await kept.settled();
  expect([kept.has(file), requests.length]).toEqual([false, 2]);
});
