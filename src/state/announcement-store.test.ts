import { expect, test } from "vitest";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import { FAKE_MODELS } from "./fake-models.ts";
import { createFakePorts } from "./fake-ports.ts";
import type { StorePorts } from "./store-ports.ts";
import { createStores } from "./stores.ts";

const SNIPPET = sampleSnippet({ id: "s1", status: "core", version: 2 });

/** Everything that is said on a page, in order. */
async function listen(change: (ports: ReturnType<typeof createFakePorts>) => Partial<StorePorts> = () => ({})) {
  const ports = createFakePorts();
  const stores = createStores({ ...ports, ...change(ports) });
  await stores.start();
  const said: string[] = [];
  stores.announcements.subscribe(({ text }) => said.push(text));
  return { ports, stores, said };
}

test("what a tool's tests gave is said each time, the same words twice as well", async () => {
  const results = [{ name: "a", verdict: "pass" as const, notes: [], observed: null, durationMs: 1 }];
  const { stores, said } = await listen((ports) => ({ workshop: { ...ports.workshop, runTests: async () => ({ ok: true, results }) as never } }));
  await stores.workshop.getState().runTests("s1");
  await stores.workshop.getState().runTests("s1");
  expect(said).toEqual(["1 of 1 tests pass.", "1 of 1 tests pass."]);
  expect(stores.announcements.getState().number).toBe(2);
});

test("a review that was kept, and one that was not, are said", async () => {
  let kept = true;
  const { stores, said } = await listen((ports) => ({
    workshop: {
      ...ports.workshop,
      promote: async () => (kept ? { ok: true, snippet: { ...SNIPPET, status: "reviewed" } } : { ok: false, message: "A name is missing.", gates: [] }),
    },
  }));
  await stores.workshop.getState().promote("s1", { reviewer: "Ada", note: "read", checked: [] });
  kept = false;
  await stores.workshop.getState().promote("s1", { reviewer: "", note: "", checked: [] });
  expect(said).toEqual(["It is reviewed now.", "A name is missing."]);
});

test("a snippet that was rolled back or demoted is said; one that rose is told by its gates alone, and a new one not at all", async () => {
  const { ports, stores, said } = await listen((fake) => {
    fake.kept.snippets = [SNIPPET];
    return {};
  });
  const step = { time: SNIPPET.updatedAt, from: "core", to: "draft", version: 3, reason: "Rolled back to version 1: two was slower" } as const;
  ports.kept.snippets = [
    { ...SNIPPET, status: "draft", version: 3, trail: [step] },
    { ...SNIPPET, id: "s2" },
  ];
  await stores.library.getState().refresh();
  ports.kept.snippets = ports.kept.snippets.map((snippet) => ({ ...snippet, trail: [...snippet.trail, { ...step, from: "draft", to: "tested" as const }] }));
  await stores.library.getState().refresh();
  expect(said).toEqual(["add is draft, version 3. Rolled back to version 1: two was slower"]);
});

test("a download that ended, files that were deleted and a model that was loaded are said; what was here already is not", async () => {
  const coder = FAKE_MODELS.find(({ id }) => id === "wllama-coder");
  if (coder === undefined) throw new Error("the fake catalogue lost its model");
  const { stores, said } = await listen((ports) => {
    ports.presence.set("webllm-llama", { kind: "complete", bytes: 1, checked: true });
    return {};
  });
  await stores.models.getState().download(coder);
  expect(said).toEqual(["Qwen2.5 Coder 0.5B is downloaded."]);
  await stores.models.getState().forget(coder);
  expect(said.at(-1)).toMatch(/freed.*Qwen2.5 Coder 0.5B are deleted/);
});

test("an import of runs, of a pack, a comparison and what could not be done are said", async () => {
  const { stores, said } = await listen((ports) => {
    ports.packs.read = async () => ({ ok: true, entries: [], notes: [] });
    return {};
  });
  await stores.history.getState().importLog(new Blob(["{}"]));
  await stores.history.getState().importLog(new Blob([""]));
  await stores.packs.getState().readStarter();
  await stores.packs.getState().take();
  await stores.replay.getState().compare("one", "other");
  expect(said).toEqual(["Runs added: 1. Here already: 0.", "Nothing was imported. The file is empty.", "0 taken as drafts.", "Compared: the same outputs."]);
});
