import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Snippet } from "#domain/snippet.ts";
import { DexieLibrary } from "#library/dexie-library.ts";
import { localPython } from "#library/local-python.ts";
import type { PackEntry, SnippetDraft } from "#library/port.ts";
import type { Executor } from "#sandbox/port.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { parseYaml } from "#yaml/parse-yaml.ts";
import { writeYaml } from "#yaml/write-yaml.ts";
import { DexiePacks } from "./dexie-packs.ts";
import { testPack } from "./test-pack.ts";

const DRAFT: SnippetDraft = {
  name: "add",
  description: "Adds.",
  code: "def add(a: int, b: int) -> int:\n\treturn a + b  \n\n",
  tags: ["number"],
  provenance: { run: "r", model: "m", task: "t" },
  tests: [{ name: "t", arguments: { a: 1, b: 2 }, files: [], expect: { value: 3 } }],
};

function fresh() {
  const database = memoryDatabase();
  let clock = Date.UTC(2026, 10, 30, 12);
  const store = { database, health: createStorageHealth(), now: () => new Date(clock++) };
  return { database, library: new DexieLibrary(store), packs: new DexiePacks(store) };
}

async function saved({ library }: ReturnType<typeof fresh>, part: Partial<SnippetDraft> = {}): Promise<Snippet> {
  const outcome = await library.save({ ...DRAFT, ...part });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.snippet;
}

async function entriesOf({ packs }: ReturnType<typeof fresh>, text: string, fileName = "pack.yaml"): Promise<readonly PackEntry[]> {
  const reading = await packs.read(text, fileName);
  if (!reading.ok) throw new Error(reading.message);
  return reading.entries;
}

async function exported(place: ReturnType<typeof fresh>, ids: readonly string[], format: "yaml" | "json" = "yaml"): Promise<string> {
  const outcome = await place.packs.write(ids, format);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.text;
}

describe("code in YAML comes back byte for byte", () => {
  test.each([
    "print(1)\n",
    "print(1)",
    "a\n\n\n",
    "\n\n  a\n b\n",
    "\ttab\n \t mixed \t\n",
    "trailing   \n\t\n   \nlines\n",
    "windows\r\nlines\r\n",
    "old mac\rlines",
    "# comment\n---\n...\n%YAML\n",
    "key: value\n- item\n",
    "'quotes' \"both\" \\ # {} []\n",
    "\u0000\u0007\u001b[31m\u0085\u2028\ufeff end\n",
    "🐝 é \ud83d alone\n",
    " ",
    "",
    `${"x".repeat(500)}\n${"y ".repeat(300)}\n`,
  ])("%j", (code) => {
    const text = writeYaml({ snippets: [{ code, after: "x" }] });
    expect(parseYaml(text)).toMatchObject({ ok: true, value: { snippets: [{ code, after: "x" }] } });
  });

  test("whatever the text", () => {
    const line = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(" ", "\t", "  x", "\tx ", "#", "-", ":", "|", ">", "\r", "&a", "*a", "!t"));
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom("", "\n", "\n\n"), (lines, end) => {
        const code = lines.join("\n") + end;
        const text = writeYaml({ list: [{ code, tests: [code] }], [code.slice(0, 5)]: code });
        expect(parseYaml(text)).toMatchObject({ ok: true, value: { list: [{ code, tests: [code] }] } });
      }),
      { numRuns: 300 },
    );
  });

  test("code is a literal block that a person can read", async () => {
    const place = fresh();
    const { id } = await saved(place, { code: "def f():\n    return 1\n" });
    expect(await exported(place, [id])).toContain("code: |\n      def f():\n          return 1\n");
  });
});

describe("there and back", () => {
  test.each(["yaml", "json"] as const)("as %s: the same draft, with its provenance but not its run", async (format) => {
    const place = fresh();
    const { id } = await saved(place);
    const other = fresh();
    const [entry] = await entriesOf(other, await exported(place, [id], format), `pack.${format}`);
    expect(entry).toMatchObject({ name: "add", relation: "new", here: null, notes: [] });
    if (entry === undefined) throw new Error("empty");
    const taken = await other.packs.take([{ entry, action: "add" }]);
    expect(taken).toMatchObject({ ok: true, snippets: [{ ...DRAFT, status: "draft", version: 1, provenance: { run: null, model: "m", task: "t" } }] });
    expect(await other.library.list()).toHaveLength(1);
  });

  test("as Python: the code alone, and its name from its function", async () => {
    const place = fresh();
    const { id } = await saved(place);
    expect(await place.packs.write([id], "python")).toEqual({ ok: true, text: DRAFT.code, fileName: "add.py" });
    expect((await entriesOf(fresh(), 'import os\n\ndef shout(a: str):\n    """Shouts it."""\n    return a\n', "x.py"))[0]).toMatchObject({
      name: "shout",
      draft: { description: "Shouts it." },
    });
    expect((await entriesOf(fresh(), "print(1)", "dir/my script.py"))[0]).toMatchObject({ name: "my script" });
    expect(await fresh().packs.read(" \n", "x.py")).toMatchObject({ ok: false, message: "The file is empty." });
  });

  test("everything starts as a draft, however it was marked, and says so", async () => {
    const place = fresh();
    const { id } = await saved(place);
    await place.database.snippets.update(id, { status: "core" });
    const other = fresh();
    const [entry] = await entriesOf(other, await exported(place, [id]));
    expect(entry?.notes).toEqual(["It was core where it comes from; here it starts as a draft."]);
    if (entry === undefined) throw new Error("empty");
    expect(await other.packs.take([{ entry, action: "add" }])).toMatchObject({ ok: true, snippets: [{ status: "draft", evidence: null, review: null }] });
  });

  test("a byte that was changed on the way is noted by the signature hash", async () => {
    const place = fresh();
    const { id } = await saved(place);
    const [entry] = await entriesOf(fresh(), (await exported(place, [id])).replace("a + b", "a - b"));
    expect(entry?.notes[0]).toContain("signature hash does not fit");
  });
});

describe("against what is here", () => {
  test("same, newer, older, different; replace makes a version, copy another name, skip nothing", async () => {
    const place = fresh();
    const first = await saved(place);
    const old = await exported(place, [first.id]);
    expect((await entriesOf(place, old))[0]).toMatchObject({ relation: "same", here: { id: first.id } });
    await place.library.update(first.id, { ...DRAFT, code: "def add(a: int, b: int) -> int:\n    return b + a\n" });
    const newest = await exported(place, [first.id]);
    expect((await entriesOf(place, old))[0]?.relation).toBe("older");

    const other = fresh();
    const [mine] = await entriesOf(other, old);
    if (mine === undefined) throw new Error("empty");
    await other.packs.take([{ entry: mine, action: "add" }]);
    const [entry] = await entriesOf(other, newest);
    if (entry === undefined) throw new Error("empty");
    expect(entry.relation).toBe("newer");
    expect(await other.packs.take([{ entry, action: "skip" }])).toEqual({ ok: true, snippets: [] });
    expect(await other.packs.take([{ entry, action: "replace" }])).toMatchObject({
      ok: true,
      snippets: [{ version: 2, status: "draft", code: expect.stringContaining("b + a") }],
    });
    const [again] = await entriesOf(other, old.replace("a + b", "a * b"));
    if (again === undefined) throw new Error("empty");
    expect(again.relation).toBe("different");
    expect(await other.packs.take([{ entry: again, action: "copy" }])).toMatchObject({ ok: true, snippets: [{ name: "add_2", version: 1 }] });
    expect((await other.library.list()).map(({ name }) => name).sort()).toEqual(["add", "add_2"]);
  });
});

const pack = (snippets: string) => `format: skep.pack/1\nsnippets:\n${snippets}`;
const GOOD = "  - name: a\n    code: x\n";

describe("a bad pack is refused with its place", () => {
  test.each<[string, string, string, number | null]>([
    ["no YAML", "a: [", "This is not the YAML of a pack", 1],
    ["something else", "just text", "The pack must be an object.", 1],
    ["another format", "format: skep.pack/9\nsnippets: []", "format must be skep.pack/1.", 1],
    ["no snippets", "format: skep.pack/1", "snippets is missing.", 1],
    ["a snippet without code", pack("  - name: a\n"), "snippets[0].code is missing.", 3],
    ["a field that is not known", pack(`${GOOD}    secret: 1\n`), "snippets[0].secret is not known here.", 5],
    ["a wrong type, in the second one", pack(`${GOOD}  - name: b\n    code: x\n    tags: 3\n`), "snippets[1].tags must be a list.", 7],
    ["a test without expectation", pack(`${GOOD}    tests:\n      - name: t\n`), "snippets[0].tests[0].expect is missing.", 6],
    [
      "a path out of the directory",
      pack(`${GOOD}    tests:\n      - name: t\n        files: [{ path: ../x, text: y }]\n        expect: { value: 1 }\n`),
      "snippets[0].tests[0].files[0].path must be a path below",
      7,
    ],
    ["duplicate names", pack(`${GOOD}${GOOD}`), "Two snippets of the pack are called a (lines 3 and 5).", 5],
    ["a key that stands twice", pack("  - name: a\n    name: b\n    code: x\n"), "Map keys must be unique", 4],
    ["a tag of another language", pack("  - !!python/object/apply:os.system [x]\n"), "Tags are refused (!!python/object/apply:os.system)", 3],
    ["a tag of YAML itself", pack("  - name: !!str a\n    code: x\n"), "Tags are refused", 3],
    ["an anchor", pack("  - &a\n    name: a\n    code: x\n"), "Anchors are refused (&a)", 4],
    ["an alias", pack("  - name: a\n    code: *x\n"), "Alias", 4],
    ["two documents", `${pack(GOOD)}---\n${pack(GOOD)}`, "multiple documents", 5],
    ["an empty file", "", "The pack must be an object.", null],
  ])("%s", async (_, text, message, line) => {
    const reading = await fresh().packs.read(text, "p.yaml");
    if (reading.ok) throw new Error("it was read");
    expect(reading.message).toContain(message);
    expect(reading.line).toBe(line);
  });

  test("a bomb of aliases goes off nowhere", async () => {
    const levels = Array.from({ length: 30 }, (_, index) => `l${index}: &l${index} [${index === 0 ? "x" : `*l${index - 1}, *l${index - 1}, *l${index - 1}`}]`);
    const begin = performance.now();
    const reading = await fresh().packs.read(levels.join("\n"), "bomb.yaml");
    expect(reading).toMatchObject({ ok: false, message: expect.stringContaining("refused") });
    expect(performance.now() - begin).toBeLessThan(10_000);
  });

  test("YAML nested beyond reason ends with a message", async () => {
    expect(await fresh().packs.read("[".repeat(100_000), "deep.yaml")).toMatchObject({ ok: false });
    expect(await fresh().packs.read(`${"[".repeat(5_000)}${"]".repeat(5_000)}`, "deep.yaml")).toMatchObject({ ok: false });
  });

  test("bad JSON", async () => {
    expect(await fresh().packs.read("{", "p.json")).toMatchObject({ ok: false, message: expect.stringContaining("This is not JSON") });
    expect(await fresh().packs.read("{}", "p.json")).toMatchObject({ ok: false, message: "format is missing." });
  });
});

test("CRLF, a byte order mark and tabs in a pack's text are read", async () => {
  const text = `\uFEFF${pack("  - name: a\n    code: |\n      def a():\n      \treturn 1\n")}`.replaceAll("\n", "\r\n");
  expect((await entriesOf(fresh(), text))[0]?.draft.code).toBe("def a():\n\treturn 1\n");
});

test("10,000 snippets are read and kept", async () => {
  const place = fresh();
  const many = pack(
    Array.from({ length: 10_000 }, (_, index) => `  - name: tool_${index}\n    code: |\n      def tool_${index}():\n          return ${index}\n`).join(""),
  );
  const entries = await entriesOf(place, many);
  expect(entries).toHaveLength(10_000);
  expect(await place.packs.take(entries.map((entry) => ({ entry, action: "add" as const })))).toMatchObject({ ok: true, snippets: { length: 10_000 } });
  expect(await place.database.snippets.count()).toBe(10_000);
}, 120_000);

describe("testing a pack", () => {
  let python: Executor;
  beforeAll(async () => {
    python = await localPython();
  }, 60_000);
  const SIGNAL = AbortSignal.timeout(300_000);

  test("the starter pack has ten tools, and those of them that need no package pass every gate", async () => {
    const place = fresh();
    const text = await place.packs.starter();
    expect(await entriesOf(place, text)).toHaveLength(10);
    const report = await testPack(python, text, "starter.yaml", () => undefined, SIGNAL);
    if (!report.ok) throw new Error(report.message);
    const open = report.snippets
      .filter(({ passed }) => !passed)
      .map(({ name, gates }) => [name, gates.filter(({ verdict }) => verdict === "fail").flatMap(({ notes }) => notes)]);
    expect(open).toEqual([
      ["chart_csv", ["The package matplotlib is not on this machine, so that nothing can be said of the tool here."]],
      ["pdf_text", ["The package pypdf is not on this machine, so that nothing can be said of the tool here."]],
      [
        "resize_image",
        [
          "Line 3: PIL is of the package pil, which is not declared.",
          "The package pillow is not on this machine, so that nothing can be said of the tool here.",
        ],
      ],
    ]);
  }, 240_000);

  test("a failing test, a circle, and a tool that is used", async () => {
    const text = pack(
      [
        "  - name: add\n    description: d\n    code: |\n      def add(a: int) -> int:\n          return a + 1\n    tests: [{ name: t, arguments: { a: 1 }, expect: { value: 2 } }]\n",
        "  - name: wrong\n    description: d\n    code: |\n      def wrong(a: int) -> int:\n          return a\n    tests: [{ name: t, arguments: { a: 1 }, expect: { value: 2 } }]\n",
        "  - name: twice\n    description: d\n    code: |\n      from skep_tools.add import add\n\n      def twice(a: int) -> int:\n          return add(add(a))\n    tests: [{ name: t, arguments: { a: 1 }, expect: { value: 3 } }]\n",
        "  - name: x\n    description: d\n    code: |\n      from skep_tools.y import y\n\n      def x() -> int:\n          return y()\n    tests: [{ name: t, expect: { value: 3 } }]\n",
        "  - name: y\n    description: d\n    code: |\n      from skep_tools.x import x\n\n      def y() -> int:\n          return x()\n    tests: [{ name: t, expect: { value: 3 } }]\n",
      ].join(""),
    );
    const seen: string[] = [];
    const report = await testPack(python, text, "p.yaml", ({ name }) => seen.push(name), SIGNAL);
    if (!report.ok) throw new Error(report.message);
    expect(report.passed).toBe(false);
    expect(report.snippets.map(({ name, passed }) => [name, passed])).toEqual([
      ["add", true],
      ["wrong", false],
      ["twice", true],
      ["x", false],
      ["y", false],
    ]);
    expect(seen).toEqual(["add", "wrong", "twice", "x", "y"]);
    const notes = (index: number) => report.snippets[index]?.gates.filter(({ verdict }) => verdict === "fail").flatMap((gate) => gate.notes);
    expect(notes(1)).toEqual(["“t” fails: value is 1, not 2"]);
    expect(notes(3)).toEqual(["Tools import each other in a circle: x → y → x."]);
    expect(notes(4)).toEqual(["Tools import each other in a circle: y → x → y."]);
  });

  test("a pack that cannot be read is told", async () => {
    expect(await testPack(python, "a: [", "p.yaml", () => undefined, SIGNAL)).toMatchObject({ ok: false, line: 1 });
  });
});
