import { afterEach, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import type { PlannedResponse, PlannedServerCommands, QuotaCommand } from "../../../vite/planned-server-types.ts";
import { type CacheFile, fillCache } from "./fill-cache.ts";

const server = commands as unknown as PlannedServerCommands & QuotaCommand;
const never = new AbortController().signal;
const CACHE = "fill-cache-test";
/** MD5 of 5000 bytes of value 1. */
const ONES_MD5 = "30a293f27aeb356d76debb1c35db3dd4";
const origins: string[] = [];

afterEach(async () => {
  await caches.delete(CACHE);
  for (const origin of origins.splice(0)) await server.stopPlannedServer(origin);
});

async function plan(...responses: readonly PlannedResponse[]): Promise<CacheFile> {
  const { origin } = await server.startPlannedServer(responses, true);
  origins.push(origin);
  return { cache: CACHE, url: `${origin}/shard.bin`, bytes: 5000, md5: null };
}

const whole: PlannedResponse = { status: 200, headers: { "content-length": "5000" }, body: [{ bytes: 5000, value: 1 }], end: "end" };
const busy: PlannedResponse = { status: 503, headers: {}, body: [], end: "end" };

const fill = (
  files: readonly CacheFile[],
  more: { readonly signal?: AbortSignal; readonly onBytes?: (loaded: number) => void; readonly stallMs?: number } = {},
) => fillCache(files, { signal: never, onBytes: () => {}, pauseMs: 5, ...more });

async function keptBytes(file: CacheFile): Promise<number | null> {
  const response = await (await caches.open(CACHE)).match(file.url);
  return response === undefined ? null : (await response.arrayBuffer()).byteLength;
}

describe("fillCache", () => {
  it("keeps whole files and tells every byte", async () => {
    const file = await plan(whole);
    const told: number[] = [];
    expect(await fill([file, { ...file, url: `${file.url}?2` }], { onBytes: (loaded) => told.push(loaded) })).toBeNull();
    expect(await keptBytes(file)).toBe(5000);
    expect(Math.max(...told)).toBe(10_000);
  });

  it("fetches nothing that is there", async () => {
    const file = await plan(whole);
    await fill([file]);
    const told: number[] = [];
    expect(await fill([file], { onBytes: (loaded) => told.push(loaded) })).toBeNull();
    expect(told).toEqual([5000]);
    expect(await server.seenRequests(origins[0] ?? "")).toHaveLength(1);
  });

  it("tries again what was cut in the middle and keeps no half file", async () => {
    const cut: PlannedResponse = { ...whole, body: [{ bytes: 2000, value: 1 }, { pauseMs: 20 }], end: "cut" };
    const file = await plan(cut, busy, whole);
    expect(await fill([file])).toBeNull();
    expect(await keptBytes(file)).toBe(5000);
    const hopeless = await plan(cut);
    expect(await fill([hopeless])).toMatchObject({ code: "SK-DOWNLOAD" });
    expect(await keptBytes(hopeless)).toBeNull();
  });

  it("tries again a silent connection", async () => {
    const file = await plan({ ...whole, body: [{ bytes: 100, value: 1 }], end: "hang" }, whole);
    expect(await fill([file], { stallMs: 300 })).toBeNull();
  });

  it("does not keep a file of another size", async () => {
    const file = { ...(await plan(whole)), bytes: 6000 };
    expect(await fill([file])).toMatchObject({ code: "SK-DOWNLOAD", message: expect.stringContaining("5000 bytes in place of 6000") });
    expect(await keptBytes(file)).toBeNull();
  });

  it("does not keep a file with another checksum", async () => {
    const file = { ...(await plan(whole)), md5: ONES_MD5 };
    expect(await fill([file])).toBeNull();
    const other = { ...(await plan(whole)), md5: ONES_MD5.replace(/^./, "0") };
    expect(await fill([other])).toMatchObject({ code: "SK-INTEGRITY" });
    expect(await keptBytes(other)).toBeNull();
  });

  it("names a file that is not there, and stops the others", async () => {
    const missing = await plan({ status: 404, headers: {}, body: [], end: "end" });
    const slow = await plan({ ...whole, body: [{ bytes: 100, value: 1 }], end: "hang" });
    expect(await fill([slow, missing])).toMatchObject({ code: "SK-NOT-FOUND", message: expect.stringContaining("404") });
  });

  it("says when the browser's storage is full", async () => {
    const file = { ...(await plan({ ...whole, headers: {}, body: [{ bytes: 80_000_000, value: 1 }] })), bytes: 80_000_000 };
    await server.overrideQuota(((await navigator.storage.estimate()).usage ?? 0) + 10_000_000);
    try {
      expect(await fill([file])).toMatchObject({ code: "SK-STORAGE-FULL" });
    } finally {
      await server.overrideQuota(null);
    }
  });

  it("stops at once", async () => {
    const file = await plan({ ...whole, body: [{ bytes: 100, value: 1 }], end: "hang" });
    const controller = new AbortController();
    const started = performance.now();
    expect(await fill([file], { signal: controller.signal, onBytes: () => controller.abort() })).toMatchObject({ code: "SK-ABORTED" });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(await keptBytes(file)).toBeNull();
  });
});
