import { describe, expect, test } from "vitest";
import type { AgentActions, TaskRequest } from "./agent-actions.ts";
import { createFakePorts } from "./fake-ports.ts";
import { failedAndRepaired } from "./sample-events.ts";
import { createStores } from "./stores.ts";

/** A page on which the sample task has run; its file is on this device. */
async function answered(change: (ports: ReturnType<typeof createFakePorts>) => void = () => undefined) {
  const asked: TaskRequest[] = [];
  const runTask: AgentActions["runTask"] = async (request, { onEvent }) => {
    asked.push(request);
    for (const event of failedAndRepaired) onEvent(event);
    return { run: `run-${asked.length}`, status: "ok", log: { ok: true } };
  };
  const ports = createFakePorts([], { runTask });
  ports.kept.files.set("a1".repeat(32), new Uint8Array([49]));
  change(ports);
  const stores = createStores(ports);
  await stores.start();
  const task = stores.task.getState();
  task.setText("Total the amount in sales.csv");
  await task.runTask();
  const { timeline } = stores.task.getState();
  if (timeline === null) throw new Error("the sample run lost its start");
  return { stores, asked, timeline, ports };
}

describe("an answer can be called wrong", () => {
  test("its program and what it showed go along with the person's words, and no tool may answer again", async () => {
    const { stores, asked, timeline } = await answered();
    expect(asked[0]).toMatchObject({ wrong: null, useLibrary: true });
    await stores.task.getState().markWrong(timeline, "  Only the north. ");
    expect(asked[1]).toMatchObject({
      task: "Total the amount in sales.csv",
      useLibrary: false,
      wrong: { words: "Only the north.", code: expect.stringContaining("amount") },
    });
    expect(asked[1]?.files).toEqual([{ path: "sales.csv", bytes: new Uint8Array([49]) }]);
    expect(asked[1]?.wrong?.shown?.output.map(({ text }) => text).join("")).toContain("311.5");
  });

  test("new code can be asked for instead of a tool's answer", async () => {
    const { stores, asked, timeline } = await answered();
    await stores.task.getState().writeNewCode(timeline);
    expect(asked[1]).toMatchObject({ wrong: null, useLibrary: false });
  });

  test("without its files it is told, and nothing runs", async () => {
    const { stores, asked, timeline } = await answered((ports) => ports.kept.files.clear());
    await stores.task.getState().markWrong(timeline, "no");
    expect(asked).toHaveLength(1);
    expect(stores.task.getState().problem).toMatchObject({ code: "SK-FILE-GONE" });
  });
});

describe("a replay", () => {
  const logged = (run: string, count = failedAndRepaired.length) =>
    failedAndRepaired
      .slice(0, count)
      .map((event, seq) => ({ ...event, v: "skep.event/1", run, seq, time: "2026-11-30T12:00:00.000Z", prev: "", hash: `${run}${seq}` }) as const);

  test("runs the last program with the same files in the same place, and compares", async () => {
    const codes: Parameters<AgentActions["runCode"]>[0][] = [];
    const { stores, ports } = await answered((fake) => {
      fake.kept.events.set("old", logged("old"));
      fake.kept.events.set("new", logged("new"));
      fake.agent.runCode = async (request) => {
        codes.push(request);
        return { run: "new", status: "ok", log: { ok: true } };
      };
    });
    await stores.replay.getState().start("old");
    expect(codes[0]).toMatchObject({
      code: expect.stringContaining("amount"),
      files: [{ path: "sales.csv" }],
      executor: { name: "pyodide" },
      settings: { timeoutMs: 60_000 },
    });
    expect(stores.replay.getState().replay).toMatchObject({ kind: "compared", run: "old", other: "new", replayed: true, comparison: { same: true } });
    ports.kept.events.set("third", logged("third", 3));
    await stores.replay.getState().compare("old", "third");
    expect(stores.replay.getState().replay).toMatchObject({ kind: "compared", replayed: false, comparison: { same: false } });
    stores.replay.getState().dismiss();
    expect(stores.replay.getState().replay).toEqual({ kind: "none" });
  });

  test("takes the time limit that the installation has fixed, and is refused where the place is another than the fixed one", async () => {
    const limits: number[] = [];
    const { stores } = await answered((fake) => {
      fake.kept.events.set("old", logged("old"));
      fake.kept.events.set(
        "elsewhere",
        logged("elsewhere").map((event) => (event.type === "run-start" ? { ...event, data: { ...event.data, executor: "bee" } } : event)),
      );
      fake.kept.settings = { ...fake.kept.settings, timeoutMs: 5_000 };
      fake.locked = ["timeoutMs", "executor"];
      Object.assign(fake.executors, { 1: { ...fake.executors[0], name: "bee" } });
      fake.agent.runCode = async ({ settings }) => {
        limits.push(settings.timeoutMs);
        return { run: "new", status: "ok", log: { ok: true } };
      };
    });
    await stores.replay.getState().start("old");
    expect(limits).toEqual([5_000]);
    await stores.replay.getState().start("elsewhere");
    expect(stores.replay.getState().replay).toMatchObject({ kind: "failed", fault: { message: expect.stringMatching(/ran on bee.*pyodide only/) } });
    expect(limits).toHaveLength(1);
  });

  test.each([
    ["no program", (ports: ReturnType<typeof createFakePorts>) => ports.kept.events.set("old", logged("old", 1)), "SK-REPLAY"],
    ["a lost file", (ports: ReturnType<typeof createFakePorts>) => ports.kept.events.set("old", logged("old")) && ports.kept.files.clear(), "SK-FILE-GONE"],
  ])("says why it cannot be: %s", async (_title, change, code) => {
    const { stores } = await answered(change);
    await stores.replay.getState().start("old");
    expect(stores.replay.getState().replay).toMatchObject({ kind: "failed", run: "old", fault: { code } });
  });
});
