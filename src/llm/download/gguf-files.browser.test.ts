import { afterEach, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import type { PlannedResponse, PlannedServerCommands, QuotaCommand } from "../../../vite/planned-server-types.ts";
import type { LoadProgress, ModelSource } from "../port.ts";
import { downloadGguf, ggufPresence, openGguf, removeGguf } from "./gguf-files.ts";

type GgufSource = Extract<ModelSource, { kind: "gguf-url" }>;

const server = commands as unknown as PlannedServerCommands & QuotaCommand;
const never = new AbortController().signal;
const TOTAL = 300_000;
const ONES_SHA256 = "c5aa6a5b0bcf8f1a3f8a4f2e4e4fb5b9";

const sources: GgufSource[] = [];
const origins: string[] = [];

afterEach(async () => {
  for (const source of sources.splice(0)) await removeGguf(source);
  for (const origin of origins.splice(0)) await server.stopPlannedServer(origin);
});

async function plan(...responses: readonly PlannedResponse[]): Promise<GgufSource> {
  const { origin } = await server.startPlannedServer(responses, true);
  origins.push(origin);
  const source: GgufSource = { kind: "gguf-url", urls: [`${origin}/tiny%20model.gguf`] };
  sources.push(source);
  return source;
}

const part = (start: number, count: number, more: Partial<PlannedResponse> = {}): PlannedResponse => ({
  status: start === 0 ? 200 : 206,
  headers: {
    "content-length": String(TOTAL - start),
    etag: '"v1"',
    ...(start === 0 ? {} : { "content-range": `bytes ${start}-${TOTAL - 1}/${TOTAL}` }),
  },
  body: [{ bytes: count, value: 1 }],
  end: "end",
  ...more,
});

const hanging = part(0, 100_000, { end: "hang" });

/** Starts a download, waits for all that the server sends, and pauses it. */
async function pauseInTheMiddle(source: GgufSource): Promise<unknown> {
  const controller = new AbortController();
  return downloadGguf(source, ({ loaded }) => loaded === 100_000 && controller.abort(), controller.signal);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

describe("downloadGguf", () => {
  it("keeps a file that is opened, measured and deleted by its address", async () => {
    const source = await plan(part(0, TOTAL));
    expect(await ggufPresence(source)).toEqual({ kind: "absent" });
    expect(await openGguf(source)).toBeNull();
    const progress: LoadProgress[] = [];
    expect(await downloadGguf(source, (step) => progress.push(step), never)).toBeNull();
    expect(progress.at(-1)).toMatchObject({ phase: "download", loaded: TOTAL, total: TOTAL });
    expect(await ggufPresence(source)).toEqual({ kind: "complete", bytes: TOTAL, checked: false });
    const [file] = (await openGguf(source)) ?? [];
    expect(file?.size).toBe(TOTAL);
    expect(file?.name).toMatch(/-tiny_model\.gguf$/);
    expect(await removeGguf(source)).toBe(TOTAL);
    expect(await ggufPresence(source)).toEqual({ kind: "absent" });
  });

  it("fetches nothing that is there", async () => {
    const source = await plan(part(0, TOTAL));
    await downloadGguf(source, () => {}, never);
    expect(await downloadGguf(source, () => {}, never)).toBeNull();
    expect(await server.seenRequests(origins[0] ?? "")).toHaveLength(1);
  });

  it("is paused at once, shows how much is there, and goes on from there", async () => {
    const source = await plan(hanging, part(100_000, 200_000));
    expect(await pauseInTheMiddle(source)).toMatchObject({ code: "SK-ABORTED", kept: "What was downloaded is kept." });
    expect(await ggufPresence(source)).toEqual({ kind: "partial", bytes: 100_000, total: TOTAL });
    expect(await downloadGguf(source, () => {}, never)).toBeNull();
    expect((await server.seenRequests(origins[0] ?? ""))[1]?.headers.range).toBe("bytes=100000-");
    expect(await ggufPresence(source)).toEqual({ kind: "complete", bytes: TOTAL, checked: false });
  });

  it("checks the checksum, deletes a wrong file and says so", async () => {
    const source = { ...(await plan(part(0, TOTAL))), sha256: [ONES_SHA256.padEnd(64, "0")] };
    expect(await downloadGguf(source, () => {}, never)).toMatchObject({ code: "SK-INTEGRITY" });
    expect(await ggufPresence(source)).toMatchObject({ kind: "absent" });
  });

  it("accepts the right checksum", async () => {
    const source = { ...(await plan(part(0, TOTAL))), sha256: [await sha256(new Uint8Array(TOTAL).fill(1))] };
    expect(await downloadGguf(source, () => {}, never)).toBeNull();
    expect(await ggufPresence(source)).toEqual({ kind: "complete", bytes: TOTAL, checked: true });
  });

  it("names a file that is not there", async () => {
    const source = await plan({ status: 404, headers: {}, body: [], end: "end" });
    expect(await downloadGguf(source, () => {}, never)).toMatchObject({ code: "SK-NOT-FOUND", message: expect.stringContaining("404") });
  });

  it("fetches the parts of a split model one after the other", async () => {
    const { origin } = await server.startPlannedServer([part(0, TOTAL)], true);
    origins.push(origin);
    const source: GgufSource = { kind: "gguf-url", urls: [`${origin}/m-00001-of-00002.gguf`, `${origin}/m-00002-of-00002.gguf`] };
    sources.push(source);
    const progress: LoadProgress[] = [];
    expect(await downloadGguf(source, (step) => progress.push(step), never)).toBeNull();
    expect(progress.at(-1)).toMatchObject({ loaded: 2 * TOTAL, total: 2 * TOTAL, message: "Downloading (part 2 of 2)" });
    expect((await openGguf(source))?.map((file) => file.name.slice(17))).toEqual(["m-00001-of-00002.gguf", "m-00002-of-00002.gguf"]);
  });

  it("says when the browser's storage is full and keeps what came", async () => {
    const source = await plan(part(0, TOTAL, { headers: { "content-length": String(80_000_000) }, body: [{ bytes: 80_000_000, value: 1 }] }));
    await server.overrideQuota(((await navigator.storage.estimate()).usage ?? 0) + 20_000_000);
    try {
      expect(await downloadGguf(source, () => {}, never)).toMatchObject({ code: "SK-STORAGE-FULL" });
      expect(await ggufPresence(source)).toMatchObject({ kind: "partial" });
    } finally {
      await server.overrideQuota(null);
    }
  });

  it("leaves a file alone that another tab is downloading", async () => {
    const source = await plan(hanging);
    const controller = new AbortController();
    let second: Promise<unknown> | null = null;
    const first = downloadGguf(
      source,
      ({ loaded }) => {
        if (loaded > 0) second ??= downloadGguf(source, () => {}, never).finally(() => controller.abort());
      },
      controller.signal,
    );
    expect(await first).toMatchObject({ code: "SK-ABORTED" });
    expect(await second).toMatchObject({ code: "SK-FILE-IN-USE" });
  });

  it("does not believe what a crash left without a note", async () => {
    const source = await plan(part(0, TOTAL));
    await downloadGguf(source, () => {}, never);
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("skep-models");
    const [file] = (await openGguf(source)) ?? [];
    await folder.removeEntry(`${file?.name}.json`);
    expect(await ggufPresence(source)).toEqual({ kind: "absent" });
    expect(await downloadGguf(source, () => {}, never)).toBeNull();
    expect(await ggufPresence(source)).toEqual({ kind: "complete", bytes: TOTAL, checked: false });
  });
});
