import { expect, test } from "vitest";
import type { AgentEvent, LoggedEvent } from "#domain/agent-event.ts";
import type { RunRecord } from "#domain/run-record.ts";
import { createFakePorts } from "./fake-ports.ts";
import { searchRecords } from "./history-store.ts";
import { failedAndRepaired } from "./sample-events.ts";
import { createStores } from "./stores.ts";

const logged = (events: readonly AgentEvent[]): LoggedEvent[] =>
  events.map((event, seq) => ({ v: "skep.event/1", run: "run-1", seq, time: "2026-11-30T12:00:00.000Z", prev: "", hash: "", ...event }));

function record(part: Partial<RunRecord>): RunRecord {
  return {
    id: "run-1",
    kind: "task",
    task: "Total the amount",
    status: "ok",
    startedAt: "2026-11-30T12:00:00.000Z",
    durationMs: 1000,
    model: { engine: "wllama", model: "Qwen2.5 Coder", demo: false },
    executor: "pyodide",
    attempts: 1,
    tokens: { prompt: 1, completion: 1 },
    code: "print(total)",
    summary: "311.5",
    files: [{ path: "sales.csv", size: 1, sha256: "00" }],
    lastHash: "",
    ...part,
  };
}

test("search finds every word anywhere: task, summary, code, model, file names; filters by status", () => {
  const records = [record({}), record({ id: "run-2", task: "Draw a chart", status: "error", summary: "KeyError: 'amt'" })];
  const ids = (search: string, status: Parameters<typeof searchRecords>[2] = "all") => searchRecords(records, search, status).map(({ id }) => id);
  expect(ids("")).toEqual(["run-1", "run-2"]);
  expect(ids("CHART keyerror")).toEqual(["run-2"]);
  expect(ids("sales.csv qwen print(")).toEqual(["run-1", "run-2"]);
  expect(ids("total 311")).toEqual(["run-1"]);
  expect(ids("", "error")).toEqual(["run-2"]);
  const going = [record({ status: "running" }), record({ id: "run-2", status: "interrupted" }), record({ id: "run-3", status: "aborted" })];
  expect(searchRecords(going, "", "running").map(({ id }) => id)).toEqual(["run-1", "run-2"]);
  expect(ids("nothing like it")).toEqual([]);
});

test("a run opens from its log as it was on screen", async () => {
  const ports = createFakePorts();
  ports.kept.records = [record({})];
  ports.kept.events.set("run-1", logged(failedAndRepaired));
  const { history } = createStores(ports);
  await history.getState().openRun("run-1");
  const { open } = history.getState();
  expect(open).toMatchObject({ kind: "open", record: { id: "run-1" }, timeline: { task: "Total the amount in sales.csv" } });
  expect(open.kind === "open" && open.timeline.attempts).toHaveLength(2);
});

test("a run that is not here is missing, and a slow answer does not open what was closed", async () => {
  const ports = createFakePorts();
  const { history } = createStores(ports);
  await history.getState().openRun("gone");
  expect(history.getState().open).toEqual({ kind: "missing", run: "gone" });
  ports.kept.events.set("run-1", logged(failedAndRepaired));
  const opening = history.getState().openRun("run-1");
  history.getState().closeRun();
  await opening;
  expect(history.getState().open).toEqual({ kind: "none" });
});

test("an open run that goes on in another tab is read again as its log grows", async () => {
  const ports = createFakePorts();
  const { history } = createStores(ports);
  ports.kept.records = [record({ status: "running", lastHash: "1" })];
  ports.kept.events.set("run-1", logged(failedAndRepaired.slice(0, -1)));
  await history.getState().openRun("run-1");
  expect(history.getState().open).toMatchObject({ record: { status: "running" }, timeline: { end: null } });
  ports.kept.records = [record({ status: "ok", lastHash: "2" })];
  ports.kept.events.set("run-1", logged(failedAndRepaired));
  await history.getState().refresh();
  expect(history.getState().open).toMatchObject({ kind: "open", record: { status: "ok" }, timeline: { end: { status: "ok" } } });
  ports.kept.records = [];
  ports.kept.events.clear();
  await history.getState().refresh();
  expect(history.getState().open).toEqual({ kind: "missing", run: "run-1" });
});

test("a list that was asked for earlier never replaces a later one", async () => {
  const ports = createFakePorts();
  const answers: ((records: readonly RunRecord[]) => void)[] = [];
  const list = () => new Promise<readonly RunRecord[]>((resolve) => answers.push(resolve));
  const { history } = createStores({ ...ports, log: { ...ports.log, list } });
  const both = Promise.all([history.getState().refresh(), history.getState().refresh()]);
  answers[1]?.([record({ status: "ok" })]);
  answers[0]?.([record({ status: "interrupted" })]);
  await both;
  expect(history.getState().records).toMatchObject([{ status: "ok" }]);
});

test("a deleted run leaves the list; one that could not be deleted stays and is reported", async () => {
  const ports = createFakePorts();
  ports.kept.records = [record({})];
  const { history } = createStores(ports);
  await history.getState().refresh();
  ports.failWrite = "The database is closed.";
  await history.getState().remove("run-1");
  expect(history.getState()).toMatchObject({ records: [{ id: "run-1" }], problem: expect.stringContaining("The database is closed.") });
  ports.failWrite = null;
  await history.getState().remove("run-1");
  await Promise.resolve();
  expect(history.getState().records).toEqual([]);
});

test("an import says what it added, or why not", async () => {
  const { history } = createStores(createFakePorts());
  await history.getState().importLog(new Blob(["{}"]));
  expect(history.getState()).toMatchObject({ notice: "Runs added: 1. Here already: 0.", problem: null });
  await history.getState().importLog(Object.assign(new Blob([]), { text: () => Promise.reject(new Error("it was moved")) }));
  expect(history.getState()).toMatchObject({ notice: null, problem: "Nothing was imported. The file could not be read (it was moved)." });
  await history.getState().importLog(new Blob([""]));
  expect(history.getState()).toMatchObject({ notice: null, problem: "Nothing was imported. The file is empty." });
  await history.getState().importLog(new Blob(["{}"]));
  expect(history.getState()).toMatchObject({ notice: "Runs added: 1. Here already: 0.", problem: null });
});
