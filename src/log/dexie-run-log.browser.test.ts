import { afterEach, expect, test } from "vitest";
import { SkepDatabase } from "#storage/database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { DexieRunLog } from "./dexie-run-log.ts";
import { createLiveRuns } from "./live-runs.ts";
import { sampleRun } from "./sample-events.ts";
import { verifyLines } from "./verify-lines.ts";

const NAME = "skep-log-browser-test";
const open: SkepDatabase[] = [];

function logOver(liveRuns = createLiveRuns(navigator.locks)) {
  const database = new SkepDatabase(NAME);
  open.push(database);
  return new DexieRunLog({ database, health: createStorageHealth(), liveRuns, now: () => new Date(), secrets: () => [] });
}

afterEach(async () => {
  for (const database of open.splice(0)) database.close();
  await new SkepDatabase(NAME).delete();
});

test("a run survives close and reopen in a real browser, and verifies", async () => {
  const writer = logOver().open("a");
  for (const event of sampleRun()) writer.append(event);
  expect(await writer.flush()).toEqual({ ok: true });
  for (const database of open) database.close();

  const log = logOver();
  expect(await log.record("a")).toMatchObject({ status: "ok", summary: "3" });
  expect(await log.verify("a")).toEqual({ ok: true, events: 6 });
  expect(await verifyLines(await log.exportLines(null))).toMatchObject({ ok: true, events: 6 });
});

test("another tab sees a run as running while its page lives, and as interrupted once the page is gone", async () => {
  // A frame is a page of its own: its locks end with it.
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const locks = frame.contentWindow?.navigator.locks;
  if (locks === undefined) throw new Error("the frame has no locks");
  const writer = logOver(createLiveRuns(locks)).open("a");
  for (const event of sampleRun().slice(0, 4)) writer.append(event);
  expect(await writer.flush()).toEqual({ ok: true });

  const elsewhere = logOver();
  expect(await elsewhere.record("a")).toMatchObject({ status: "running" });
  frame.remove();
  await expect.poll(async () => (await elsewhere.record("a"))?.status).toBe("interrupted");
  expect((await elsewhere.events("a")).at(-1)).toMatchObject({ type: "run-end", data: { status: "aborted" } });
});

test("a finished run lets go of its lock", async () => {
  const writer = logOver().open("a");
  for (const event of sampleRun()) writer.append(event);
  await writer.flush();
  await expect.poll(() => createLiveRuns(navigator.locks).current()).toEqual(new Set());
});

test("1,000 events of a browser's log verify within 100 ms", async () => {
  const log = logOver();
  const writer = log.open("long");
  const [start, match, execute, , ...rest] = sampleRun();
  for (const event of [start, match, execute]) if (event !== undefined) writer.append(event);
  for (let index = 0; index < 995; index++)
    writer.append({ type: "execute-output", data: { attempt: 1, stream: index % 2 === 0 ? "stdout" : "stderr", text: `line ${index}\n`.repeat(10) } });
  for (const event of rest) writer.append(event);
  expect(await writer.flush()).toEqual({ ok: true });
  const text = await log.exportLines("long");
  const times: number[] = [];
  for (let round = 0; round < 40 && Math.min(Number.POSITIVE_INFINITY, ...times) >= 100; round++) {
    const begin = performance.now();
    expect(await verifyLines(text)).toMatchObject({ ok: true, events: 1_000 });
    times.push(performance.now() - begin);
  }
  console.info(`verify of 1,000 events: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  expect(Math.min(...times)).toBeLessThan(100);
});
