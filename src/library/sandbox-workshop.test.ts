import { beforeAll, describe, expect, test } from "vitest";
import type { Snippet } from "#domain/snippet.ts";
import type { Executor } from "#sandbox/port.ts";
import { hashBody } from "./body-hash.ts";
import { localPython } from "./local-python.ts";
import type { GateProgress, SnippetDraft } from "./port.ts";
import { ADD, ADD_TEST, draft, freshPlace, type Place, promote, REVIEW, SIGNAL, saved } from "./workshop-for-tests.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const fresh = (executor: Executor = python) => freshPlace(executor);

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

  async function toCoreFrom(place: Place, id: string): Promise<Snippet> {
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
