import { beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "#sandbox/port.ts";
import { localPython } from "./local-python.ts";
import { ADD, draft, freshPlace, promote, SIGNAL, saved } from "./workshop-for-tests.ts";

let python: Executor;
beforeAll(async () => {
  python = await localPython();
}, 60_000);

const fresh = (executor: Executor = python) => freshPlace(executor);

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

  test("a call needs a tool, whatever its status, and arguments that fit", async () => {
    const place = fresh();
    const { id } = await saved(place);
    expect(await place.workshop.call(id, { a: 1 })).toEqual({ ok: true, code: `${ADD}\nadd(a=1)\n`, files: [] });
    expect(await place.workshop.call(id, {})).toEqual({ ok: false, problems: [{ path: "a", message: "is needed" }] });
    const script = await saved(place, { name: "script", code: "print(1)" });
    expect(await place.workshop.call(script.id, {})).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining("single function") }] });
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

test.each([
  ["line ends of Windows", ADD.replaceAll("\n", "\r\n")],
  [
    "indented as a whole, with line ends of Windows and an empty line",
    `    ${ADD.trimEnd().replaceAll("\n", "\n    ")}\n`.replace("    return", "\n        return").replaceAll("\n", "\r\n"),
  ],
  ["tabs", ADD.replaceAll("    ", "\t")],
  ["tabs, indented as a whole", `\t${ADD.trimEnd().replaceAll("    ", "\t").replaceAll("\n", "\n\t")}\n`],
])("code with %s is tested, called and kept byte for byte", async (_, code) => {
  const place = fresh();
  const { id } = await saved(place, { code });
  expect(await promote(place, id)).toMatchObject({ ok: true, snippet: { status: "tested", code } });
  const call = await place.workshop.call(id, { a: 20, b: 22 });
  if (!call.ok) throw new Error(JSON.stringify(call));
  const limits = { timeoutMs: 10_000, outputLimit: 1_000, memoryMiB: 256 };
  const { result } = await python.execute(
    { code: call.code.replace("add(a=20", "print(add(a=20").replace(/\)\s*$/, "))"), files: call.files, limits },
    () => undefined,
    SIGNAL,
  );
  expect(result.output.map(({ text }) => text).join("")).toBe("42\n");
});

test("drafts are checked without rising: the gates' word is kept, and nothing else changes", async () => {
  const place = fresh();
  const good = await saved(place);
  const wrong = await saved(place, { name: "wrong", code: ADD.replace("def add", "def wrong").replace("a + b", "a - b") });
  const tested = await saved(place);
  await promote(place, tested.id);
  const seen: string[] = [];
  const outcome = await place.workshop.check(
    [good.id, wrong.id, tested.id, "gone"],
    ({ name, passed }, done) => seen.push(`${done} ${name} ${passed}`),
    SIGNAL,
  );
  expect(outcome).toMatchObject({
    ok: true,
    verdicts: [
      { name: "add", passed: true },
      { name: "wrong", passed: false, tests: [{ verdict: "fail" }] },
    ],
  });
  expect(seen).toEqual(["1 add true", "2 wrong false"]);
  expect(await place.library.get(good.id)).toMatchObject({
    status: "draft",
    version: 1,
    trail: [],
    tool: { name: "add" },
    evidence: { tests: [{ verdict: "pass" }] },
  });
  expect(await place.library.get(wrong.id)).toMatchObject({ status: "draft", version: 1, evidence: { tests: [{ verdict: "fail" }] } });
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
