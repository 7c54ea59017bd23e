import { expect, test } from "vitest";
import type { NetworkAnswer, NetworkRequest } from "#domain/network.ts";
import { sha256 } from "#domain/sha256.ts";
import type { RunNetwork } from "../port.ts";
import { hashesOf, withAbsoluteFiles } from "./index-page.ts";
import { memoryPackageFiles } from "./memory-package-files.ts";
import { RememberingIndex } from "./remembering-index.ts";

const PAGE = "https://index.example/simple/demo/";
const WHEEL = "https://files.example/demo-1.2-py3-none-any.whl";
const bytes = new TextEncoder().encode("wheel");
const digest = await sha256(bytes);
const watch = { tell: () => undefined, waiting: () => undefined };
const never = new AbortController().signal;

const page = (hash: string) => JSON.stringify({ files: [{ filename: "demo-1.2-py3-none-any.whl", url: WHEEL, hashes: { sha256: hash } }] });

/** A network that answers by address, and remembers what it was asked. */
function network(answers: Readonly<Record<string, string | Uint8Array>>, open = true): RunNetwork & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    open,
    request: async (request): Promise<NetworkAnswer> => {
      seen.push(request.url);
      const answer = answers[request.url];
      if (answer === undefined) return { ok: false, reason: "offline", message: "this device is offline" };
      const body = typeof answer === "string" ? new TextEncoder().encode(answer) : answer;
      return { ok: true, status: 200, statusText: "OK", url: request.url, headers: [["content-type", "application/vnd.pypi.simple.v1+json"]], body };
    },
  };
}

function setUp(now = { at: 0 }) {
  const files = memoryPackageFiles();
  const index = new RememberingIndex({ files, indexes: [], now: () => now.at });
  const get = (url: string, over: RunNetwork | null, more: Partial<NetworkRequest> = {}) =>
    index.request({ method: "GET", url, headers: [], body: null, timeoutMs: null, ...more }, ["demo"], over, watch, never);
  return { files, index, get, now };
}

test("what was fetched once is there without a network, and until it is forgotten", async () => {
  const { index, get } = setUp();
  await index.ready();
  const online = network({ [PAGE]: page(digest), [WHEEL]: bytes });
  expect(index.available(["Demo", "other", "-x"], null)).toEqual([]);
  expect(index.available(["Demo", "other", "-x", "https://evil.example/x.whl"], online)).toEqual(["demo", "other"]);
  await get(PAGE, online);
  expect(await get(`${WHEEL}#sha256=abc`, online)).toMatchObject({ ok: true });
  expect(index.remembered).toEqual({ demo: "1.2" });
  expect(index.available(["demo", "other"], null)).toEqual(["demo"]);
  const off = network({}, false);
  expect(await get(PAGE, off)).toMatchObject({ ok: true });
  expect(await get(WHEEL, null)).toMatchObject({ ok: true, body: bytes });
  expect(await get("https://index.example/simple/other/", null)).toMatchObject({ ok: false, reason: "off" });
  expect([online.seen.length, off.seen.length]).toEqual([2, 0]);
  await index.forget("demo");
  expect(index.remembered).toEqual({});
  expect(await get(WHEEL, null)).toMatchObject({ ok: false, reason: "off" });
});

test("a wheel that is not what the index names, or that it gives no hash of, is refused and not kept", async () => {
  const { files, get } = setUp();
  const other = network({ [PAGE]: page("0".repeat(64)), [WHEEL]: bytes });
  expect(await get(WHEEL, other)).toMatchObject({ ok: false, reason: "changed" });
  await get(PAGE, other);
  expect(await get(WHEEL, other)).toMatchObject({ ok: false, reason: "changed" });
  expect([...files.files.keys()]).toEqual([PAGE]);
});

test("a kept file that was changed in its store is fetched anew", async () => {
  const { files, get } = setUp();
  const online = network({ [PAGE]: page(digest), [WHEEL]: bytes });
  await get(PAGE, online);
  await get(WHEEL, online);
  const kept = files.files.get(WHEEL);
  if (kept !== undefined) files.files.set(WHEEL, { ...kept, bytes: new TextEncoder().encode("other") });
  expect(await get(WHEEL, null)).toMatchObject({ ok: false });
  expect(await get(WHEEL, online)).toMatchObject({ ok: true, body: bytes });
});

test("a page is asked for again after a day, and the kept one stands in where that fails", async () => {
  const { get, now } = setUp();
  const online = network({ [PAGE]: page(digest) });
  await get(PAGE, online);
  now.at = 23 * 60 * 60_000;
  await get(PAGE, online);
  expect(online.seen.length).toBe(1);
  now.at = 25 * 60 * 60_000;
  await get(PAGE, online);
  expect(online.seen.length).toBe(2);
  now.at *= 3;
  expect(await get(PAGE, network({}))).toMatchObject({ ok: true });
});

test("packages are only fetched: no method but GET", async () => {
  const online = network({ [PAGE]: "x" });
  expect(await setUp().get(PAGE, online, { method: "POST" })).toMatchObject({ reason: "request" });
  expect(online.seen).toEqual([]);
});

test("hashes are read from both forms of the simple API and from a project's JSON, relative addresses included", () => {
  const hash = "a".repeat(64);
  const json = JSON.stringify({
    files: [{ url: "../../files/x.whl", hashes: { sha256: hash }, "core-metadata": { sha256: "b".repeat(64) } }, { url: "y" }, null],
  });
  expect([...hashesOf(json, "application/vnd.pypi.simple.v1+json", PAGE)]).toEqual([
    ["https://index.example/files/x.whl", hash],
    ["https://index.example/files/x.whl.metadata", "b".repeat(64)],
  ]);
  const html = `<a href="/f/x.whl?a=1&amp;b=2#sha256=${hash}">x</a><a href="/f/none.whl">n</a>`;
  expect([...hashesOf(html, "text/html; charset=utf-8", PAGE)]).toEqual([["https://index.example/f/x.whl?a=1&b=2", hash]]);
  const project = JSON.stringify({ releases: { "1.0": [{ url: "https://f.example/x.whl", digests: { sha256: hash } }] }, urls: [] });
  expect([...hashesOf(project, "application/json", PAGE)]).toEqual([["https://f.example/x.whl", hash]]);
  expect(hashesOf("{", "application/json", PAGE).size).toBe(0);
  const absolute = new TextDecoder().decode(withAbsoluteFiles(new TextEncoder().encode(json), "application/vnd.pypi.simple.v1+json", PAGE));
  expect(JSON.parse(absolute).files.map((file: { url: string } | null) => file?.url)).toEqual([
    "https://index.example/files/x.whl",
    "https://index.example/simple/demo/y",
    undefined,
  ]);
  expect(withAbsoluteFiles(bytes, "text/html", PAGE)).toBe(bytes);
});
