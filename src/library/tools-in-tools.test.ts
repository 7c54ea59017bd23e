import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "#sandbox/port.ts";
import { hashBody } from "./body-hash.ts";
import { localPython } from "./local-python.ts";
import type { SnippetDraft } from "./port.ts";
import { ADD, draft, freshPlace, type Place, promote, REVIEW, SIGNAL, saved, toCore } from "./workshop-for-tests.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const fresh = (executor: Executor = python) => freshPlace(executor);

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

  async function notes(place: Place, id: string): Promise<string> {
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

  test("a package of another version is an upgrade as well; one that is not here says nothing against a tool", async () => {
    const packages = { six: "1.16.0" } as Record<string, string>;
    const place = fresh({ ...python, facts: async () => ({ ...(await python.facts()), packages: { ...packages } }) });
    const { id } = await saved(place, { packages: ["six"] });
    await toCore(place, id);
    delete packages.six;
    expect(await place.workshop.recheck(() => undefined, SIGNAL)).toEqual({ ok: true, demoted: [] });
    expect(await place.library.get(id)).toMatchObject({ status: "core", evidence: { environment: { packages: { six: "1.16.0" } } } });
    packages.six = "1.17.0";
    await place.workshop.recheck(() => undefined, SIGNAL);
    expect(await place.library.get(id)).toMatchObject({ status: "core", evidence: { environment: { packages: { six: "1.17.0" } } } });
  });
});
