import { afterEach, describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import type { PlannedResponse, PlannedServerCommands } from "../../../vite/planned-server-types.ts";
import { type ByteSink, type RemoteFacts, type ResumeOptions, resumeDownload } from "./resume-download.ts";

const server = commands as unknown as PlannedServerCommands;
const origins: string[] = [];

afterEach(async () => {
  for (const origin of origins.splice(0)) await server.stopPlannedServer(origin);
});

async function plan(...responses: readonly PlannedResponse[]): Promise<string> {
  const { origin } = await server.startPlannedServer(responses, true);
  origins.push(origin);
  return origin;
}

/** Bytes in memory in place of a file. */
class MemorySink implements ByteSink {
  bytes: number[] = [];
  get size(): number {
    return this.bytes.length;
  }
  append(bytes: Uint8Array): void {
    for (const byte of bytes) this.bytes.push(byte);
  }
  clear(): void {
    this.bytes = [];
  }
}

const whole = (bytes: number, value: number, more: Partial<PlannedResponse> = {}): PlannedResponse => ({
  status: 200,
  headers: { "content-length": String(bytes), etag: '"one"' },
  body: [{ bytes, value }],
  end: "end",
  ...more,
});

const rest = (start: number, total: number, value: number, etag = '"one"'): PlannedResponse => ({
  status: 206,
  headers: { "content-length": String(total - start), "content-range": `bytes ${start}-${total - 1}/${total}`, etag },
  body: [{ bytes: total - start, value }],
  end: "end",
});

const cutAfter = (bytes: number, total: number, value: number): PlannedResponse =>
  whole(total, value, { body: [{ bytes, value }, { pauseMs: 30 }], end: "cut" });

const unknown: RemoteFacts = { etag: null, total: null };

const options = (origin: string, sink: ByteSink, more: Partial<ResumeOptions> = {}): ResumeOptions => ({
  url: `${origin}/model.gguf`,
  sink,
  known: unknown,
  signal: new AbortController().signal,
  onFacts: () => {},
  onProgress: () => {},
  pauseMs: 5,
  ...more,
});

const filled = (count: number, value: number): MemorySink => {
  const sink = new MemorySink();
  sink.append(new Uint8Array(count).fill(value));
  return sink;
};

describe("resumeDownload", () => {
  it("fetches a file and tells how far it is", async () => {
    const origin = await plan(whole(5000, 1));
    const sink = new MemorySink();
    const progress: (readonly [number, number | null])[] = [];
    const outcome = await resumeDownload(options(origin, sink, { onProgress: (loaded, total) => progress.push([loaded, total]) }));
    expect(outcome).toEqual({ kind: "complete", facts: { etag: '"one"', total: 5000 } });
    expect(sink.bytes).toEqual(new Array(5000).fill(1));
    expect(progress.at(-1)).toEqual([5000, 5000]);
  });

  it("goes on by itself where the connection was cut", async () => {
    const origin = await plan(cutAfter(2000, 5000, 1), rest(2000, 5000, 2));
    const sink = new MemorySink();
    expect((await resumeDownload(options(origin, sink))).kind).toBe("complete");
    expect(sink.bytes).toEqual([...new Array(2000).fill(1), ...new Array(3000).fill(2)]);
    const seen = await server.seenRequests(origin);
    expect(seen.map((request) => request.headers.range)).toEqual([undefined, "bytes=2000-"]);
  });

  it("goes on from an earlier visit", async () => {
    const origin = await plan(rest(3000, 5000, 2));
    const sink = filled(3000, 1);
    expect((await resumeDownload(options(origin, sink, { known: { etag: '"one"', total: 5000 } }))).kind).toBe("complete");
    expect(sink.size).toBe(5000);
  });

  it.each([
    ["the file changed at its source", [rest(3000, 5000, 2, '"two"'), whole(4000, 3)]],
    ["the server does not know ranges", [whole(4000, 3)]],
    ["the server refuses the range", [{ status: 416, headers: {}, body: [], end: "end" } as const, whole(4000, 3)]],
  ])("starts afresh when %s", async (_, responses) => {
    const origin = await plan(...responses);
    const sink = filled(3000, 1);
    expect((await resumeDownload(options(origin, sink, { known: { etag: '"one"', total: 5000 } }))).kind).toBe("complete");
    expect(sink.bytes).toEqual(new Array(4000).fill(3));
  });

  it("asks for nothing when all is there", async () => {
    const origin = await plan(whole(10, 1));
    expect((await resumeDownload(options(origin, filled(10, 1), { known: { etag: null, total: 10 } }))).kind).toBe("complete");
    expect(await server.seenRequests(origin)).toEqual([]);
  });

  it("does not take an early end for the end of the file", async () => {
    const early: PlannedResponse = { ...rest(0, 5000, 1), headers: { "content-range": "bytes 0-4999/5000" }, body: [{ bytes: 2000, value: 1 }] };
    const origin = await plan({ ...early, status: 200 }, rest(2000, 5000, 2));
    const sink = new MemorySink();
    expect((await resumeDownload(options(origin, sink))).kind).toBe("complete");
    expect(sink.size).toBe(5000);
  });

  it("tries again while the server is busy, then goes on", async () => {
    const busy: PlannedResponse = { status: 503, headers: {}, body: [], end: "end" };
    const origin = await plan(busy, busy, whole(10, 1));
    expect((await resumeDownload(options(origin, new MemorySink()))).kind).toBe("complete");
  });

  it("gives up after some tries without a byte and keeps what came", async () => {
    const origin = await plan(cutAfter(2000, 5000, 1), { status: 503, headers: {}, body: [], end: "end" });
    const sink = new MemorySink();
    expect(await resumeDownload(options(origin, sink))).toEqual({ kind: "broken", detail: "the server answered 503" });
    expect(sink.size).toBe(2000);
    expect(await server.seenRequests(origin)).toHaveLength(4);
  });

  it("does not try again what is not there", async () => {
    const origin = await plan({ status: 404, headers: {}, body: [], end: "end" });
    expect(await resumeDownload(options(origin, new MemorySink()))).toEqual({ kind: "not-found", status: 404 });
    expect(await server.seenRequests(origin)).toHaveLength(1);
  });

  it("takes a silent connection for a dead one", async () => {
    const origin = await plan(whole(5000, 1, { body: [{ bytes: 1000, value: 1 }], end: "hang" }), rest(1000, 5000, 2));
    const sink = new MemorySink();
    expect((await resumeDownload(options(origin, sink, { stallMs: 300 }))).kind).toBe("complete");
    expect(sink.size).toBe(5000);
  });

  it("stops at once and keeps what came", async () => {
    const origin = await plan(whole(5000, 1, { body: [{ bytes: 1000, value: 1 }], end: "hang" }));
    const sink = new MemorySink();
    const controller = new AbortController();
    const outcome = await resumeDownload(options(origin, sink, { signal: controller.signal, onProgress: () => controller.abort() }));
    expect(outcome).toEqual({ kind: "aborted" });
    expect(sink.size).toBeGreaterThan(0);
  });

  it("passes a full disk on", async () => {
    const origin = await plan(whole(5000, 1));
    const full: ByteSink = {
      size: 0,
      append: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
      clear: () => {},
    };
    await expect(resumeDownload(options(origin, full))).rejects.toMatchObject({ name: "QuotaExceededError" });
  });

  it("says why nobody answers", async () => {
    const outcome = await resumeDownload(options("http://127.0.0.1:9", new MemorySink()));
    expect(outcome).toMatchObject({ kind: "broken", detail: expect.stringMatching(/fetch/i) });
  });
});
