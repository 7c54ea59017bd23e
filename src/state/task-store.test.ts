import { expect, test } from "vitest";
import type { AgentActions, CodeRequest, RunCallbacks, RunOutcome, TaskRequest } from "./agent-actions.ts";
import { createFakePorts, type FakePorts } from "./fake-ports.ts";
import { failedAndRepaired, runStart } from "./sample-events.ts";
import { createStores, type Stores } from "./stores.ts";

interface Held {
  readonly agent: AgentActions;
  readonly tasks: TaskRequest[];
  readonly codes: CodeRequest[];
  callbacks(): RunCallbacks;
  signal(): AbortSignal;
  end(outcome?: Partial<RunOutcome>): Promise<void>;
  fail(thrown: Error): void;
}

/** An agent that waits until the test lets the run end. */
function holdAgent(): Held {
  const tasks: TaskRequest[] = [];
  const codes: CodeRequest[] = [];
  let current: { callbacks: RunCallbacks; signal: AbortSignal; resolve(outcome: RunOutcome): void; reject(thrown: Error): void } | null = null;
  const begin = (callbacks: RunCallbacks, signal: AbortSignal): Promise<RunOutcome> =>
    new Promise((resolve, reject) => {
      current = { callbacks, signal, resolve, reject };
    });
  const held = (): NonNullable<typeof current> => {
    if (current === null) throw new Error("no run was begun");
    return current;
  };
  return {
    tasks,
    codes,
    agent: {
      runTask: (request, callbacks, signal) => {
        tasks.push(request);
        return begin(callbacks, signal);
      },
      runCode: (request, callbacks, signal) => {
        codes.push(request);
        return begin(callbacks, signal);
      },
    },
    callbacks: () => held().callbacks,
    signal: () => held().signal,
    end: async (outcome = {}) => {
      held().resolve({ run: "run-1", status: "ok", log: { ok: true }, ...outcome });
      await settled();
    },
    fail: (thrown) => held().reject(thrown),
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function started(held: Held): Promise<{ readonly stores: Stores; readonly ports: FakePorts }> {
  const ports = createFakePorts([], held.agent);
  const stores = createStores(ports);
  await stores.start();
  return { stores, ports };
}

test("a task runs with its files, model and settings, and the composer is free for the next", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  const task = stores.task.getState();
  await task.addFiles([Object.assign(new Blob(["a,b\n1,2\n"]), { name: "data.csv" })]);
  task.setText("  Add the columns ");
  void task.runTask();
  await settled();
  expect(held.tasks).toHaveLength(1);
  expect(held.tasks[0]).toMatchObject({ task: "Add the columns", settings: { attemptLimit: 3 } });
  expect(held.tasks[0]?.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)])).toEqual([["data.csv", "a,b\n1,2\n"]]);
  expect(stores.task.getState()).toMatchObject({ text: "", phase: { kind: "running" } });
  for (const event of failedAndRepaired) held.callbacks().onEvent(event);
  await held.end();
  expect(stores.task.getState()).toMatchObject({ phase: { kind: "idle" }, run: "run-1", problem: null });
  expect(stores.task.getState().timeline?.attempts).toHaveLength(2);
});

test("deltas and output are one line each in the events shown", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  for (const event of failedAndRepaired) held.callbacks().onEvent(event);
  await held.end();
  const types = stores.task.getState().events.map((event) => event.type);
  expect(types.filter((type) => type === "generate-delta")).toHaveLength(2);
  expect(types).toHaveLength(failedAndRepaired.length - 2);
});

test("Stop aborts the run, says so until it has ended, and answers a waiting question with no", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  const answer = held.callbacks().askApproval({ attempt: 1, question: "Run it?", code: "print(1)" });
  expect(stores.task.getState().approval?.code).toBe("print(1)");
  stores.task.getState().stop();
  expect(held.signal().aborted).toBe(true);
  expect(await answer).toBe(false);
  expect(stores.task.getState()).toMatchObject({ phase: { kind: "stopping" }, approval: null });
  await held.end({ status: "aborted" });
  expect(stores.task.getState().phase.kind).toBe("idle");
});

test("a person's yes reaches the agent", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  const answer = held.callbacks().askApproval({ attempt: 1, question: "Run it?", code: "print(1)" });
  stores.task.getState().answerApproval(true);
  expect(await answer).toBe(true);
  await held.end();
});

test("one run at a time: a second call while one goes on does nothing", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  await stores.task.getState().runCode("print(2)");
  expect(held.codes).toHaveLength(0);
  await held.end();
});

test("with no model the task is kept and the fault says what to do", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  await stores.models.getState().unload();
  stores.task.getState().setText("x");
  await stores.task.getState().runTask();
  expect(held.tasks).toHaveLength(0);
  expect(stores.task.getState()).toMatchObject({ text: "x", phase: { kind: "idle" }, problem: { code: "SK-NO-MODEL" } });
});

test("a task given while the model loads waits for it, and Stop ends the wait", async () => {
  const held = holdAgent();
  const { stores, ports } = await started(held);
  const model = { engine: "scripted", model: "Demo replies", demo: true };
  ports.engines.scripted.show({ kind: "loading", model, progress: { phase: "read", loaded: 0, total: null, message: "" } });
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  expect(stores.task.getState().phase.kind).toBe("waiting");
  ports.engines.scripted.show({ kind: "ready", model, loadMs: 5, contextSize: 4096 });
  await settled();
  expect(held.tasks).toHaveLength(1);
  await held.end();

  ports.engines.scripted.show({ kind: "loading", model, progress: { phase: "read", loaded: 0, total: null, message: "" } });
  stores.task.getState().setText("y");
  const waiting = stores.task.getState().runTask();
  stores.task.getState().stop();
  await waiting;
  expect(held.tasks).toHaveLength(1);
  expect(stores.task.getState()).toMatchObject({ text: "y", phase: { kind: "idle" }, problem: null });
});

test("what is typed while the model loads is kept, whatever comes of the task before it", async () => {
  const held = holdAgent();
  const { stores, ports } = await started(held);
  const model = { engine: "scripted", model: "Demo replies", demo: true };
  const loading = { kind: "loading", model, progress: { phase: "read", loaded: 0, total: null, message: "" } } as const;
  ports.engines.scripted.show(loading);
  stores.task.getState().setText("first");
  void stores.task.getState().runTask();
  expect(stores.task.getState().text).toBe("");
  stores.task.getState().setText("second");
  ports.engines.scripted.show({ kind: "ready", model, loadMs: 5, contextSize: 4096 });
  await settled();
  expect(held.tasks[0]).toMatchObject({ task: "first" });
  expect(stores.task.getState().text).toBe("second");
  await held.end();

  ports.engines.scripted.show(loading);
  const waiting = stores.task.getState().runTask();
  stores.task.getState().setText("third");
  stores.task.getState().stop();
  await waiting;
  expect(stores.task.getState().text).toBe("third");
});

test("a log that could not be stored is reported, never claimed", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  await held.end({ log: { ok: false, message: "The disk is full." } });
  expect(stores.task.getState().problem).toMatchObject({ code: "SK-LOG-WRITE", message: expect.stringContaining("The disk is full.") });
  expect(stores.task.getState().problem?.advice).not.toContain("space");
});

test("a fault of Skep itself keeps what came", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  held.callbacks().onEvent(runStart);
  held.fail(new Error("broken"));
  await settled();
  expect(stores.task.getState()).toMatchObject({ phase: { kind: "idle" }, problem: { code: "SK-INTERNAL" } });
  expect(stores.task.getState().timeline?.task).toBe("Total the amount in sales.csv");
});

test("edited code runs with the files of the run on screen", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  await stores.task.getState().addFiles([Object.assign(new Blob(["1"]), { name: "data.csv" })]);
  stores.task.getState().setText("x");
  void stores.task.getState().runTask();
  await settled();
  held.callbacks().onEvent(runStart);
  await held.end();
  stores.task.getState().removeFile("data.csv");
  void stores.task.getState().runCode("print(2)");
  await settled();
  expect(held.codes[0]).toMatchObject({ code: "print(2)", task: "Total the amount in sales.csv" });
  expect(held.codes[0]?.files.map((file) => file.path)).toEqual(["data.csv"]);
  await held.end();
});

test("code of a past run is not run without its files, which are named", async () => {
  const held = holdAgent();
  const { stores, ports } = await started(held);
  const from = { task: "Old", files: [{ path: "gone.csv", size: 1, sha256: "00" }] };
  await stores.task.getState().runCode("print(1)", from);
  expect(held.codes).toHaveLength(0);
  expect(stores.task.getState().problem).toMatchObject({ code: "SK-FILE-GONE", message: expect.stringContaining("gone.csv") });
  ports.kept.files.set("00", new Uint8Array([1]));
  void stores.task.getState().runCode("print(1)", from);
  await settled();
  expect(held.codes[0]).toMatchObject({ task: "Old", files: [{ path: "gone.csv" }] });
  await held.end();
});

test("asking again brings the task and its files back", async () => {
  const held = holdAgent();
  const { stores, ports } = await started(held);
  ports.kept.files.set("00", new Uint8Array([1]));
  await stores.task.getState().reuse({ task: "Old", files: [{ path: "a.csv", size: 1, sha256: "00" }] });
  expect(stores.task.getState()).toMatchObject({ text: "Old", problem: null, files: [{ path: "a.csv" }] });
});

test("the same file given twice is there once, as it was given last", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  await stores.task.getState().addFiles([Object.assign(new Blob(["1"]), { name: "a.csv" })]);
  await stores.task.getState().addFiles([Object.assign(new Blob(["22"]), { name: "a.csv" })]);
  expect(stores.task.getState().files.map((file) => file.bytes.length)).toEqual([2]);
});

test("a file that cannot be read is named and the others are added", async () => {
  const held = holdAgent();
  const { stores } = await started(held);
  const folder = Object.assign(new Blob(["x"]), { name: "folder", arrayBuffer: () => Promise.reject(new Error("It is a folder.")) });
  await stores.task.getState().addFiles([folder, Object.assign(new Blob(["1"]), { name: "a.csv" })]);
  expect(stores.task.getState().files.map((file) => file.path)).toEqual(["a.csv"]);
  expect(stores.task.getState().problem).toMatchObject({ code: "SK-FILE-READ", message: expect.stringContaining("folder") });
});
