import { expect, test } from "vitest";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import type { CheckOutcome, PackEntry, PackReading, PackVerdict } from "#library/port.ts";
import { createPackStore, packActions } from "./pack-store.ts";

const SNIPPET = sampleSnippet();
const RELATIONS = ["new", "newer", "different", "same", "older"] as const;
const ENTRIES = RELATIONS.map((relation): PackEntry => ({ name: relation, relation, here: null, notes: [], draft: SNIPPET }));
const verdict = (name: string, passed: boolean): PackVerdict => ({ name, passed, gates: [], tests: [] });

function store(reading: PackReading = { ok: true, entries: ENTRIES, notes: [] }, check?: (signal: AbortSignal) => Promise<CheckOutcome>) {
  const taken: string[] = [];
  const read: string[] = [];
  const packs = createPackStore(
    {
      write: async () => ({ ok: true, text: "", fileName: "" }),
      read: async (_text, fileName) => {
        read.push(fileName);
        return reading;
      },
      take: async (choices) => {
        taken.push(...choices.map(({ action }) => action));
        return { ok: true, snippets: choices.filter(({ action }) => action !== "skip").map(() => SNIPPET) };
      },
      starter: async () => "",
    },
    {
      check: async (ids, onVerdict, signal) => {
        if (check !== undefined) return check(signal);
        const verdicts = ids.map((id, index) => verdict(id, index > 0));
        for (const [index, one] of verdicts.entries()) onVerdict(one, index + 1);
        return { ok: true, verdicts };
      },
    },
  );
  return { packs, taken, read };
}

test("a pack is shown before anything is kept, with the usual act for each of its snippets: nothing lost, nothing twice", async () => {
  const { packs, taken } = store();
  await packs.getState().read("", "p.yaml");
  expect(packs.getState().phase).toMatchObject({ kind: "choosing", actions: ["add", "replace", "copy", "skip", "skip"] });
  expect(taken).toEqual([]);
  expect(ENTRIES.map(packActions)).toEqual([
    ["add", "skip"],
    ["replace", "skip", "copy"],
    ["copy", "skip", "replace"],
    ["skip", "copy"],
    ["skip", "replace", "copy"],
  ]);
});

test("what was chosen is taken, and its gates are asked", async () => {
  const { packs, taken } = store();
  const phases: string[] = [];
  await packs.getState().read("", "p.yaml");
  packs.getState().choose(2, "skip");
  packs.getState().choose(4, "replace");
  packs.subscribe(({ phase }) => phases.push(phase.kind === "checking" ? `checking ${phase.verdicts.length}/${phase.taken}` : phase.kind));
  await packs.getState().take();
  expect(taken).toEqual(["add", "replace", "skip", "skip", "replace"]);
  expect(phases).toEqual(["checking 0/3", "checking 1/3", "checking 2/3", "checking 3/3", "done"]);
  expect(packs.getState().phase).toMatchObject({ message: "3 taken as drafts, 2 left out. 2 of 3 pass every gate on the way to tested." });
  packs.getState().close();
  expect(packs.getState().phase).toEqual({ kind: "idle" });
});

test("a pack that cannot be read says where, and is not taken", async () => {
  const { packs, taken } = store({ ok: false, message: "Tags are refused.", line: 3 });
  await packs.getState().read("", "p.yaml");
  expect(packs.getState().phase).toEqual({ kind: "refused", message: "Line 3: Tags are refused." });
  await packs.getState().take();
  expect(taken).toEqual([]);
});

test("closing while the gates are asked stops them and keeps what was taken", async () => {
  let stopped = false;
  const { packs } = store(undefined, async (signal) => {
    packs.getState().close();
    stopped = signal.aborted;
    return { ok: false, message: "Stopped." };
  });
  await packs.getState().readStarter();
  await packs.getState().take();
  expect(stopped).toBe(true);
  expect(packs.getState().phase).toEqual({ kind: "idle" });
});
