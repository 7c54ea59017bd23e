import { expect, test } from "vitest";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import { createWorkshopStore, type WorkshopPorts } from "./workshop-store.ts";

const TIME = "2026-11-30T12:00:00.000Z";
const SNIPPET = sampleSnippet();
const GATE = { gate: "tests-pass", title: "t", verdict: "pass", notes: [] } as const;
const RESULT = { name: "t", verdict: "pass", durationMs: 1, mismatches: [], message: null } as const;
const TEST = { name: "t", arguments: { a: 1 }, files: [], expect: { value: 2 } };

function store(part: Partial<WorkshopPorts["workshop"]> = {}) {
  const kept: unknown[] = [];
  const ports: WorkshopPorts = {
    workshop: {
      promote: async (_id, _review, onProgress) => {
        onProgress({ type: "gate", result: GATE });
        onProgress({ type: "test", index: 0, total: 1, result: RESULT });
        return { ok: true, snippet: { ...SNIPPET, status: "tested" } };
      },
      runTests: async (_id, onResult) => {
        onResult(RESULT, 0, 1);
        return { ok: true, results: [RESULT] };
      },
      inspect: async () => ({ ok: true, tool: null, errors: [] }),
      recheck: async () => ({ ok: true, demoted: [] }),
      recordTest: async (_id, call) => ({ ok: true, test: { ...call, expect: { value: 2 } } }),
      offerFunctions: async () => ({ ok: true, offers: [] }),
      makeFunction: async (code) => ({ ok: true, code }),
      ...part,
    },
    history: {
      demote: async () => ({ ok: true, snippet: SNIPPET }),
      deprecate: async () => ({ ok: true, snippet: SNIPPET }),
      rollBack: async () => ({ ok: true, snippet: SNIPPET }),
      versions: async () => [],
      usages: async () => new Map([["s", { calls: 2, byTools: 0, succeeded: 1, lastCall: TIME, lastSuccess: null }]]),
      usedBy: async () => [],
    },
    runInputs: async (run) => (run === "r" ? [{ path: "a.csv", bytes: new TextEncoder().encode("1") }] : null),
    suggestFunction: async () => ({ ok: false, message: "No model is loaded." }),
    keepTests: async (snippet, tests) => {
      kept.push(tests);
      return { ok: true, snippet: { ...snippet, tests } };
    },
  };
  return { workshop: createWorkshopStore(ports), kept };
}

test("a promotion shows each gate and test as it comes, and how it ended", async () => {
  const { workshop } = store();
  const phases: string[] = [];
  workshop.subscribe(({ phase }) => phases.push(phase.kind === "busy" ? `${phase.what} ${phase.gates.length}/${phase.tests.length}` : phase.kind));
  await workshop.getState().promote("s", null);
  expect(phases).toEqual(["Asking the gates 0/0", "Asking the gates 1/0", "Test 1 of 1 1/1", "done"]);
  expect(workshop.getState().phase).toMatchObject({ kind: "done", ok: true, message: "It is tested now.", gates: [GATE], tests: [{ name: "t" }] });
});

test("a refusal keeps the gates that say why; Stop reaches the workshop", async () => {
  const { workshop } = store({
    promote: async (_id, _review, _onProgress, signal) => {
      workshop.getState().stop();
      return { ok: false, message: signal.aborted ? "Stopped." : "not stopped", gates: [{ ...GATE, verdict: "fail" }] };
    },
  });
  await workshop.getState().promote("s", null);
  expect(workshop.getState().phase).toMatchObject({ kind: "done", ok: false, message: "Stopped.", gates: [{ verdict: "fail" }] });
});

test("one thing at a time", async () => {
  let calls = 0;
  let finish: () => void = () => undefined;
  const { workshop } = store({
    promote: () => {
      calls += 1;
      return new Promise((resolve) => {
        finish = () => resolve({ ok: true, snippet: SNIPPET });
      });
    },
  });
  const first = workshop.getState().promote("s", null);
  await workshop.getState().promote("s", null);
  finish();
  await first;
  expect(calls).toBe(1);
});

test("a recorded test is kept with the others, in place of one of its name", async () => {
  const { workshop, kept } = store();
  await workshop.getState().recordTest({ ...SNIPPET, tests: [TEST, { ...TEST, name: "other" }] }, "t", { a: 3 }, [
    { path: "a.csv", bytes: new TextEncoder().encode("é") },
    { path: "b.bin", bytes: new Uint8Array([255, 0]) },
  ]);
  const files = [
    { path: "a.csv", text: "é" },
    { path: "b.bin", base64: "/wA=" },
  ];
  expect(kept).toEqual([
    [
      { ...TEST, name: "other" },
      { ...TEST, arguments: { a: 3 }, files },
    ],
  ]);
  const failing = store({ recordTest: async () => ({ ok: false, message: "a is needed" }) });
  await failing.workshop.getState().recordTest(SNIPPET, "t", {}, []);
  expect(failing.workshop.getState().phase).toMatchObject({ ok: false, message: "No test was recorded: a is needed" });
  expect(failing.kept).toEqual([]);
});

test("tests that run are shown as they come, and counted at the end", async () => {
  const { workshop } = store();
  const phases: string[] = [];
  workshop.subscribe(({ phase }) => phases.push(phase.kind === "busy" ? `${phase.what} ${phase.tests.length}` : phase.kind));
  await workshop.getState().runTests("s");
  expect(phases).toEqual(["Reading the code 0", "Test 1 of 1 1", "done"]);
  expect(workshop.getState().phase).toMatchObject({ ok: true, message: "1 of 1 tests pass.", tests: [RESULT] });
  const failing = store({ runTests: async () => ({ ok: true, results: [{ ...RESULT, verdict: "fail" }] }) });
  await failing.workshop.getState().runTests("s");
  expect(failing.workshop.getState().phase).toMatchObject({ ok: false, message: "0 of 1 tests pass." });
});

test("an upgrade's recheck says which tools are drafts again, and nothing when none is", async () => {
  const { workshop } = store();
  await workshop.getState().recheckAll();
  expect(workshop.getState().recheck).toBeNull();
  const seen: unknown[] = [];
  const upgraded = store({
    recheck: async (onProgress) => {
      onProgress(0, 2);
      return { ok: true, demoted: [SNIPPET, { ...SNIPPET, name: "total" }] };
    },
  });
  upgraded.workshop.subscribe(({ recheck }) => seen.push(recheck));
  await upgraded.workshop.getState().recheckAll();
  expect(seen).toEqual([
    { kind: "busy", done: 0, total: 2 },
    { kind: "done", message: expect.stringMatching(/drafts again: add, total\.$/) },
  ]);
  upgraded.workshop.getState().dismissRecheck();
  expect(upgraded.workshop.getState().recheck).toBeNull();
});

test("usage is read once it is wanted", async () => {
  const { workshop } = store();
  expect(workshop.getState().usages.size).toBe(0);
  await workshop.getState().readUsages();
  expect(workshop.getState().usages.get("s")).toMatchObject({ calls: 2 });
});

test("a test is recorded from the run that the snippet came from, with its files and the values as they were", async () => {
  const { workshop, kept } = store();
  await workshop.getState().recordFromRun({ ...SNIPPET, provenance: { run: "r", model: null, task: null } });
  expect(kept).toEqual([[{ name: "the run that it came from", arguments: {}, files: [{ path: "a.csv", text: "1" }], expect: { value: 2 } }]]);
  for (const run of ["gone", null]) {
    await workshop.getState().recordFromRun({ ...SNIPPET, provenance: { run, model: null, task: null } });
    expect(workshop.getState().phase).toMatchObject({ ok: false, message: expect.stringContaining("not on this device any more") });
  }
  expect(kept).toHaveLength(1);
});
