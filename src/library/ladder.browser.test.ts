import { afterAll, expect, test } from "vitest";
import { createPyodideExecutor } from "#sandbox/pyodide/pyodide-executor.ts";
import { testCatalogue } from "#sandbox/pyodide/test-catalogue.ts";
import { SkepDatabase } from "#storage/database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { DexieLibrary } from "./dexie-library.ts";
import { callFromPack } from "./packs/call-from-pack.ts";
import { DexiePacks } from "./packs/dexie-packs.ts";
import { testPack } from "./packs/test-pack.ts";
import { SandboxWorkshop } from "./sandbox-workshop.ts";

const NAME = "skep-ladder-browser-test";
const SIGNAL = AbortSignal.timeout(170_000);
const catalogue = await testCatalogue();
const executor = createPyodideExecutor({ catalogue, baseUrl: new URL("/", location.href).href });

afterAll(async () => {
  executor.close();
  await new SkepDatabase(NAME).delete();
});

test("the whole ladder in the sealed sandbox, over a real database that is closed and opened on the way", async () => {
  const now = () => new Date();
  const open = () => {
    const database = new SkepDatabase(NAME);
    return {
      database,
      library: new DexieLibrary({ database, health: createStorageHealth(), now }),
      workshop: new SandboxWorkshop({ database, executor, now }),
    };
  };
  let place = open();
  const code = "import math\n\nradius = 2.0\nprint(round(math.pi * radius ** 2, 2))\n";
  const offered = await place.workshop.offerFunctions(code, SIGNAL);
  if (!offered.ok) throw new Error(offered.message);
  const value = offered.offers.at(-1)?.parameters.find(({ name }) => name === "radius");
  if (value === undefined) throw new Error("radius is not offered");
  const parameters = [{ id: value.id, name: "radius", type: value.type, description: "in metres" }];
  const made = await place.workshop.makeFunction(
    code,
    { name: "circle_area", description: "Area of a circle.", existing: null, parameters, returns: "", returnsDescription: "" },
    SIGNAL,
  );
  if (!made.ok) throw new Error(made.message);
  const draft = {
    name: "circle_area",
    description: "Area of a circle.",
    code: made.code,
    tags: [],
    provenance: { run: null, model: null, task: "Print the area of a circle" },
  };
  const saved = await place.library.save(draft);
  if (!saved.ok) throw new Error(saved.message);
  const { id } = saved.snippet;
  const recorded = await place.workshop.recordTest(id, { name: "radius 2", arguments: { radius: 2 }, files: [] }, SIGNAL);
  if (!recorded.ok) throw new Error(recorded.message);
  expect(recorded.test.expect).toEqual({ output: "12.57\n" });
  await place.library.update(id, { ...draft, tests: [recorded.test] });
  expect(await place.workshop.promote(id, null, () => undefined, SIGNAL)).toMatchObject({ ok: true, snippet: { status: "tested" } });

  place.database.close();
  place = open();
  const review = { reviewer: "Ada", note: "Read it.", checked: ["code", "tests", "changes"] as const };
  expect(await place.workshop.promote(id, review, () => undefined, SIGNAL)).toMatchObject({ ok: true, snippet: { status: "reviewed" } });
  expect(await place.workshop.promote(id, null, () => undefined, SIGNAL)).toMatchObject({ ok: true, snippet: { status: "core" } });
  expect(await place.library.match("the area of a circle")).toMatchObject([{ id, score: 1 }]);
  await place.library.update(id, { ...draft, tests: [recorded.test], code: `${made.code}#` });
  expect(await place.library.match("the area of a circle")).toEqual([]);
  place.database.close();
}, 170_000);

test("a tool that imports another one passes with it in the sealed sandbox; a circle is refused", async () => {
  const tool = (name: string, other: string | null, body: string, value: number): string =>
    `  - name: ${name}\n    description: d\n    code: |\n${other === null ? "" : `      from skep_tools.${other} import ${other}\n\n`}      def ${name}(a: int) -> int:\n          return ${body}\n    tests: [{ name: t, arguments: { a: 1 }, expect: { value: ${value} } }]\n`;
  const text = `format: skep.pack/1\nsnippets:\n${tool("more", null, "a + 1", 2)}${tool("twice", "more", "more(more(a))", 3)}${tool("x", "y", "y(a)", 1)}${tool("y", "x", "x(a)", 1)}`;
  const report = await testPack(executor, text, "p.yaml", () => undefined, SIGNAL);
  if (!report.ok) throw new Error(report.message);
  expect(report.snippets.map(({ name, passed }) => [name, passed])).toEqual([
    ["more", true],
    ["twice", true],
    ["x", false],
    ["y", false],
  ]);
  expect(report.snippets[2]?.gates.flatMap(({ notes }) => notes)).toContain("Tools import each other in a circle: x → y → x.");
  const call = await callFromPack(executor, { text, fileName: "p.yaml" }, "twice", { a: 40 }, SIGNAL);
  if (!call.ok) throw new Error(JSON.stringify(call));
  const limits = { timeoutMs: 20_000, outputLimit: 10_000, memoryMiB: 1_024 };
  const { result } = await executor.execute({ code: call.code, files: call.files, limits }, () => undefined, SIGNAL);
  expect(result.result?.data["text/plain"]).toBe("42");
}, 170_000);

test("the starter tools whose packages are here pass every gate", async () => {
  const database = new SkepDatabase(NAME);
  const text = await new DexiePacks({ database, now: () => new Date() }).starter();
  const report = await testPack(executor, text, "starter.yaml", () => undefined, SIGNAL);
  database.close();
  if (!report.ok) throw new Error(report.message);
  const missing = [["chart_csv", "matplotlib"] as const, ["pdf_text", "pypdf"] as const, ["resize_image", "pillow"] as const]
    .filter(([, name]) => !(name in catalogue.packages))
    .map(([tool]) => tool);
  const failed = report.snippets.filter(({ passed }) => !passed);
  expect(
    failed
      .map(({ name, gates }) => [name, gates.filter(({ verdict }) => verdict === "fail").flatMap(({ notes }) => notes)])
      .filter(([name]) => !missing.includes(String(name) as never)),
  ).toEqual([]);
  expect(failed.map(({ name }) => name).sort()).toEqual([...missing].sort());
}, 175_000);
