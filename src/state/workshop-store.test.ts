import { expect, test } from "vitest";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import type { PackEntry } from "#library/port.ts";
import { createWorkshopStore, type WorkshopPorts } from "./workshop-store.ts";

const TIME = "2026-11-30T12:00:00.000Z";
const SNIPPET: Snippet = {
  ...UNPROVEN,
  id: "s",
  name: "add",
  description: "",
  code: "",
  tags: [],
  status: "draft",
  version: 1,
  provenance: { run: null, model: null, task: null },
  createdAt: TIME,
  updatedAt: TIME,
};
const GATE = { gate: "tests-pass", title: "t", verdict: "pass", notes: [] } as const;
const TEST = { name: "t", arguments: { a: 1 }, files: [], expect: { value: 2 } };

function store(part: Partial<WorkshopPorts["workshop"]> = {}, taken: string[] = []) {
  const kept: unknown[] = [];
  const ports: WorkshopPorts = {
    workshop: {
      promote: async (_id, _review, onProgress) => {
        onProgress({ type: "gate", result: GATE });
        onProgress({ type: "test", index: 0, total: 1, result: { name: "t", verdict: "pass", durationMs: 1, mismatches: [], message: null } });
        return { ok: true, snippet: { ...SNIPPET, status: "tested" } };
      },
      recordTest: async (_id, call) => ({ ok: true, test: { ...call, expect: { value: 2 } } }),
      offerFunctions: async () => ({ ok: true, offers: [] }),
      makeFunction: async (code) => ({ ok: true, code }),
      ...part,
    },
    history: { demote: async () => ({ ok: true, snippet: SNIPPET }) },
    packs: {
      write: async () => ({ ok: true, text: "", fileName: "" }),
      read: async () => ({ ok: true, entries: [], notes: [] }),
      take: async (choices) => {
        taken.push(...choices.map(({ action }) => action));
        return { ok: true, snippets: choices.filter(({ action }) => action !== "skip").map(() => SNIPPET) };
      },
      starter: async () => "",
    },
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

test("of a pack, the new, the newer and (under another name) the different are taken", async () => {
  const taken: string[] = [];
  const { workshop } = store({}, taken);
  const entries = (["new", "newer", "different", "same", "older"] as const).map(
    (relation): PackEntry => ({ name: relation, relation, here: null, notes: [], draft: SNIPPET }),
  );
  expect(await workshop.getState().takePack({ ok: true, entries, notes: [] })).toEqual({ ok: true, message: "3 taken as drafts, 2 were here already." });
  expect(taken).toEqual(["add", "replace", "copy", "skip", "skip"]);
});
