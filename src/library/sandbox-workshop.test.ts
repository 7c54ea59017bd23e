import { beforeAll, describe, expect, test } from "vitest";
import type { Snippet } from "#domain/snippet.ts";
import type { SnippetTest } from "#domain/snippet-test.ts";
import type { Executor } from "#sandbox/port.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { hashBody } from "./body-hash.ts";
import { DexieLibrary } from "./dexie-library.ts";
import { createSnippetHistory } from "./dexie-snippet-history.ts";
import { localPython } from "./local-python.ts";
import type { GateProgress, PromotionOutcome, SnippetDraft } from "./port.ts";
import { SandboxWorkshop } from "./sandbox-workshop.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const SIGNAL = AbortSignal.timeout(300_000);
const REVIEW = { reviewer: "Ada", note: "Read every line.", checked: ["code", "tests", "changes"] as const };

const ADD = 'def add(a: int, b: int = 1) -> int:\n    """Adds two whole numbers."""\n    return a + b\n';
const ADD_TEST: SnippetTest = { name: "two and three", arguments: { a: 2, b: 3 }, files: [], expect: { value: 5 } };
const draft = (part: Partial<SnippetDraft> = {}): SnippetDraft => ({
  name: "add",
  description: "Adds two whole numbers.",
  code: ADD,
  tags: [],
  provenance: { run: null, model: null, task: "Add 2 and 3" },
  tests: [ADD_TEST],
  ...part,
});

function fresh(executor: Executor = python) {
  const database = memoryDatabase();
  let clock = Date.UTC(2026, 10, 30, 12);
  const store = { database, health: createStorageHealth(), now: () => new Date(clock++), executor };
  return { database, library: new DexieLibrary(store), history: createSnippetHistory(store), workshop: new SandboxWorkshop(store) };
}

async function saved({ library }: ReturnType<typeof fresh>, part: Partial<SnippetDraft> = {}): Promise<Snippet> {
  const outcome = await library.save(draft(part));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.snippet;
}

const promote = ({ workshop }: ReturnType<typeof fresh>, id: string, review: Parameters<SandboxWorkshop["promote"]>[1] = null): Promise<PromotionOutcome> =>
  workshop.promote(id, review, () => undefined, SIGNAL);

async function toCore(place: ReturnType<typeof fresh>, id: string): Promise<Snippet> {
  for (const review of [null, REVIEW, null]) {
    const outcome = await promote(place, id, review);
    if (!outcome.ok) throw new Error(outcome.message);
  }
  const snippet = await place.library.get(id);
  if (snippet === null) throw new Error("it is gone");
  return snippet;
}

describe("the ladder", () => {
  test("draft, tested, reviewed, core: with evidence, review and trail; then the agent finds it; one changed character, and it does not", async () => {
    const place = fresh();
    const { id } = await saved(place);
    expect(await place.library.match("add 2 and 3")).toEqual([]);

    const progress: GateProgress[] = [];
    const tested = await place.workshop.promote(id, null, (step) => progress.push(step), SIGNAL);
    expect(tested).toMatchObject({
      ok: true,
      snippet: {
        status: "tested",
        version: 1,
        tool: { name: "add", parameters: { required: ["a"] } },
        evidence: { tests: [{ name: "two and three", verdict: "pass" }] },
      },
    });
    expect(progress.map((step) => (step.type === "gate" ? step.result.gate : `test ${step.index + 1}/${step.total}`))).toEqual([
      "tool-shape",
      "forbidden-calls",
      "declared-packages",
      "used-tools",
      "test 1/1",
      "tests-pass",
      "deterministic",
      "review",
    ]);

    expect(await promote(place, id)).toMatchObject({ ok: false, message: "Nobody has reviewed it.", gates: [] });
    expect(await promote(place, id, { ...REVIEW, checked: ["code"] })).toMatchObject({
      ok: false,
      message: "The reviewer did not tick the tests. The reviewer did not tick the changes since the last reviewed version.",
    });
    expect((await place.library.get(id))?.status).toBe("tested");

    const core = await toCoreFrom(place, id);
    expect(core).toMatchObject({
      status: "core",
      version: 1,
      review: { reviewer: "Ada", bodyHash: await hashBody(core) },
      evidence: { bodyHash: await hashBody(core) },
    });
    expect(core.trail.map(({ from, to }) => `${from} → ${to}`)).toEqual(["draft → tested", "tested → reviewed", "reviewed → core"]);
    expect(await promote(place, id)).toMatchObject({ ok: false, message: "It is core: there is no step above." });
    expect(await place.library.match("add 2 and 3")).toMatchObject([{ id, score: 1 }]);

    const changed = await place.library.update(id, draft({ code: ADD.replace("a + b", "a - b") }));
    expect(changed).toMatchObject({ ok: true, snippet: { status: "draft", version: 2, tool: null, trail: { length: 4 } } });
    expect(await place.library.match("add 2 and 3")).toEqual([]);
    expect(await promote(place, id)).toMatchObject({ ok: false, message: "Not tested yet. Still open: all its tests pass in a fresh interpreter." });
  });

  async function toCoreFrom(place: ReturnType<typeof fresh>, id: string): Promise<Snippet> {
    expect(await promote(place, id, REVIEW)).toMatchObject({ ok: true, snippet: { status: "reviewed" } });
    expect(await promote(place, id)).toMatchObject({ ok: true, snippet: { status: "core" } });
    const snippet = await place.library.get(id);
    if (snippet === null) throw new Error("it is gone");
    return snippet;
  }

  test.each<[string, Partial<SnippetDraft>, string, RegExp]>([
    ["no tool", { code: "print(1)" }, "tool-shape", /must only define a single function/],
    ["a name that differs", { name: "sum_up" }, "tool-shape", /must have one name/],
    [
      "a forbidden call",
      { code: 'import os\ndef add(a: int, b: int = 1) -> int:\n    os.system("x")\n    return a + b' },
      "forbidden-calls",
      /Line 3: os.system starts another process/,
    ],
    [
      "an undeclared package",
      { code: "import numpy\ndef add(a: int, b: int = 1) -> int:\n    return int(numpy.add(a, b))" },
      "declared-packages",
      /numpy, which is not declared/,
    ],
    [
      "a tool that is not there",
      { code: "from skep_tools.other import other\ndef add(a: int, b: int = 1) -> int:\n    return other(a, b)" },
      "used-tools",
      /There is no tool called other here/,
    ],
    ["a failing test", { tests: [{ ...ADD_TEST, expect: { value: 6 } }] }, "tests-pass", /value is 5, not 6/],
    ["no test", { tests: [] }, "tests-pass", /It has no test/],
    [
      "another value each time",
      { code: "import uuid\ndef add(a: int, b: int = 1) -> int:\n    print(uuid.uuid4())\n    return a + b" },
      "deterministic",
      /another output the second time/,
    ],
  ])("%s stays a draft, and its gate says why", async (_, part, gate, note) => {
    const place = fresh();
    const { id } = await saved(place, part);
    const outcome = await promote(place, id);
    if (outcome.ok) throw new Error("it was promoted");
    const failed = outcome.gates.filter(({ verdict }) => verdict === "fail");
    expect(failed.map((result) => result.gate)).toEqual([gate]);
    expect(failed[0]?.notes.join("\n")).toMatch(note);
    expect(await place.library.get(id)).toMatchObject({ status: "draft", evidence: { gates: outcome.gates } });
  });

  test("a snippet that is gone, deprecated, or changed while its gates were asked", async () => {
    const place = fresh();
    expect(await promote(place, "none")).toEqual({ ok: false, message: "The snippet is not here any more.", gates: [] });
    const { id } = await saved(place);
    await place.history.deprecate(id, "old");
    expect(await promote(place, id)).toMatchObject({ ok: false, message: expect.stringContaining("deprecated") });
    await place.history.deprecate(id, null);
    const changing: GateProgress["type"][] = [];
    const outcome = await place.workshop.promote(
      id,
      null,
      ({ type }) => {
        if (type === "test" && changing.push(type) === 1) void place.library.update(id, draft({ description: "Changed meanwhile." }));
      },
      SIGNAL,
    );
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("changed while its gates were asked") });
    expect(await place.library.get(id)).toMatchObject({ status: "draft", version: 2, evidence: null });
  });

  test("Stop leaves it as it was", async () => {
    const place = fresh();
    const { id } = await saved(place);
    const stop = new AbortController();
    const outcome = await place.workshop.promote(id, null, () => stop.abort(), stop.signal);
    expect(outcome).toMatchObject({ ok: false, message: "Stopped. The snippet is as it was." });
    expect(await place.library.get(id)).toMatchObject({ status: "draft", evidence: null });
  });
});

describe("tools that import tools", () => {
  const TWICE: Partial<SnippetDraft> = {
    name: "add_twice",
    description: "Adds a number twice.",
    code: "from skep_tools.add import add\n\ndef add_twice(a: int, b: int) -> int:\n    return add(add(a, b), b)\n",
    tests: [{ name: "t", arguments: { a: 1, b: 2 }, files: [], expect: { value: 5 } }],
  };

  test("are tested with them, pinned, and go no higher than them", async () => {
    const place = fresh();
    const add = await saved(place);
    const twice = await saved(place, TWICE);
    expect(await promote(place, twice.id)).toMatchObject({
      ok: false,
      message: "Not tested yet. Still open: the tools that it imports are at least as proven.",
    });
    await promote(place, add.id);
    expect(await promote(place, twice.id)).toMatchObject({ ok: true, snippet: { status: "tested", uses: [{ name: "add", version: 1 }] } });
    expect(await promote(place, twice.id, REVIEW)).toMatchObject({
      ok: false,
      message: "Not reviewed yet. Still open: the tools that it imports are at least as proven.",
    });
    expect(await place.library.get(twice.id)).toMatchObject({ status: "tested", evidence: { tests: [{ verdict: "pass" }] } });
    expect((await place.history.usedBy(add.id)).map(({ name }) => name)).toEqual(["add_twice"]);

    await place.library.update(add.id, draft({ code: ADD.replace("a + b", "a * b") }));
    const call = await place.workshop.call(twice.id, { a: 1, b: 2 });
    if (!call.ok) throw new Error(JSON.stringify(call));
    expect(new TextDecoder().decode(call.files.find(({ path }) => path === "skep_tools/add.py")?.bytes)).toContain("a + b");
    expect(await place.workshop.runTests(twice.id, () => undefined, SIGNAL)).toMatchObject({ ok: true, results: [{ verdict: "pass" }] });
  });

  test("in a circle are refused, with the circle", async () => {
    const place = fresh();
    const circle = (name: string, other: string): Partial<SnippetDraft> => ({
      name,
      code: `from skep_tools.${other} import ${other}\n\ndef ${name}(a: int) -> int:\n    return ${other}(a)\n`,
    });
    const own = await saved(place, circle("own", "own"));
    expect(await notes(place, own.id)).toContain("Tools import each other in a circle: own → own.");
    const first = await saved(place, circle("first", "second"));
    const second = await saved(place, circle("second", "first"));
    await place.database.snippets.update(second.id, { uses: [{ name: "first", version: 1, bodyHash: await hashBody(first) }] });
    await place.database.snippetVersions.update([second.id, 1], { "body.uses": [{ name: "first", version: 1, bodyHash: await hashBody(first) }] });
    expect(await notes(place, first.id)).toContain("Tools import each other in a circle: first → second → first.");
  });

  test("of a name that two have are refused", async () => {
    const place = fresh();
    await saved(place);
    await saved(place, { description: "Another." });
    const twice = await saved(place, TWICE);
    expect(await notes(place, twice.id)).toContain("Two tools are called add and are draft; rename or deprecate one.");
  });

  async function notes(place: ReturnType<typeof fresh>, id: string): Promise<string> {
    const outcome = await promote(place, id);
    return outcome.ok ? "" : outcome.gates.flatMap((gate) => gate.notes).join("\n");
  }
});

describe("after an upgrade of Python", () => {
  const newer = (facts: Partial<Awaited<ReturnType<Executor["facts"]>>>): Executor => ({
    ...python,
    facts: async () => ({ ...(await python.facts()), ...facts }),
  });

  test("who still passes keeps its status and review; who does not is a draft, with the reason", async () => {
    let executor = python;
    const place = fresh({ ...python, facts: () => executor.facts(), execute: (...args) => executor.execute(...args) });
    const good = await saved(place);
    await toCore(place, good.id);
    const picky = await saved(place, {
      name: "picky",
      code: "import os\n\ndef picky() -> str:\n    return 'new' if os.path.exists('upgraded') else 'old'\n",
      tests: [{ name: "t", arguments: {}, files: [], expect: { value: "old" } }],
    });
    await toCore(place, picky.id);
    expect(await place.workshop.recheck(() => undefined, SIGNAL)).toEqual({ ok: true, demoted: [] });

    const upgraded = newer({ python: "3.15.0" });
    executor = {
      ...upgraded,
      execute: (request, ...rest) => upgraded.execute({ ...request, files: [...request.files, { path: "upgraded", bytes: new Uint8Array(1) }] }, ...rest),
    };
    const steps: string[] = [];
    const outcome = await place.workshop.recheck((done, total) => steps.push(`${done}/${total}`), SIGNAL);
    expect(outcome).toMatchObject({ ok: true, demoted: [{ name: "picky", status: "draft", review: null }] });
    expect(steps).toEqual(["0/2", "1/2", "2/2"]);
    expect(await place.library.get(good.id)).toMatchObject({
      status: "core",
      version: 1,
      evidence: { environment: { python: "3.15.0" } },
      review: { reviewer: "Ada" },
    });
    expect((await place.library.get(picky.id))?.trail.at(-1)).toMatchObject({ from: "core", to: "draft", reason: "It no longer passes: tests-pass." });
    expect(await place.library.match("add 2 and 3")).toHaveLength(1);
  });
});

describe("recording and calling", () => {
  test("a test recorded from a call passes", async () => {
    const place = fresh();
    const code = 'def add(a: int, b: int = 1) -> int:\n    print("adding")\n    open("sum.txt", "w").write(str(a + b))\n    return a + b\n';
    const { id } = await saved(place, { code, tests: [] });
    const recorded = await place.workshop.recordTest(id, { name: "r", arguments: { a: 1 }, files: [] }, SIGNAL);
    if (!recorded.ok) throw new Error(recorded.message);
    expect(recorded.test.expect).toEqual({ value: 2, output: "adding\n", files: [{ path: "sum.txt", text: "2" }] });
    await place.library.update(id, draft({ code, tests: [recorded.test] }));
    expect(await place.workshop.runTests(id, () => undefined, SIGNAL)).toMatchObject({ ok: true, results: [{ verdict: "pass" }] });
    const raising = await saved(place, { code: ADD.replace("a + b", "a / 0"), tests: [] });
    expect(await place.workshop.recordTest(raising.id, { name: "r", arguments: { a: 1 }, files: [] }, SIGNAL)).toMatchObject({
      ok: true,
      test: { expect: { exception: { name: "ZeroDivisionError", message: "division by zero" } } },
    });
  });

  test("a call needs a tool that was read, and arguments that fit", async () => {
    const place = fresh();
    const { id } = await saved(place);
    expect(await place.workshop.call(id, { a: 1 })).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining("no tool yet") }] });
    await promote(place, id);
    expect(await place.workshop.call(id, { a: "1" })).toEqual({ ok: false, problems: [{ path: "a", message: "must be a whole number" }] });
    expect(await place.workshop.call(id, { a: 1 })).toEqual({ ok: true, code: `${ADD}\nadd(a=1)\n`, files: [] });
    expect(await place.workshop.call("none", {})).toMatchObject({ ok: false });
  });

  test("what is no tool says so in bee-code-interpreter's words", async () => {
    const place = fresh();
    const { id } = await saved(place, { code: "x = 1" });
    expect(await place.workshop.runTests(id, () => undefined, SIGNAL)).toMatchObject({
      ok: false,
      message: expect.stringContaining("must only define a single function"),
    });
    expect(await place.workshop.inspect("def f(*args): pass", SIGNAL)).toMatchObject({
      ok: true,
      tool: null,
      errors: ["The tool function must not have *args"],
    });
  });
});

test("a storage that is gone is an answer everywhere", async () => {
  const place = fresh();
  const { id } = await saved(place);
  place.database.close({ disableAutoOpen: true });
  const gone = { ok: false, message: expect.stringContaining("Reload this page") };
  expect(await promote(place, id)).toMatchObject(gone);
  expect(await place.workshop.runTests(id, () => undefined, SIGNAL)).toMatchObject(gone);
  expect(await place.workshop.recheck(() => undefined, SIGNAL)).toMatchObject(gone);
  expect(await place.workshop.call(id, {})).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining("Reload this page") }] });
});
