import fc from "fast-check";
import { deflateSync, strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import type { ViewSpec } from "#domain/view-spec.ts";
import { writeNotebook } from "./notebook.ts";
import { readShareLink, writeShareLink } from "./share-link.ts";
import { readViewSpec, writeViewSpec } from "./view-spec-yaml.ts";

const SPEC: ViewSpec = {
  title: "Sales by month",
  show: ["figures", "tables"],
  files: [{ path: "sales.csv", size: 120, sha256: "a".repeat(64) }],
  code: "import pandas as pd\nprint(pd.read_csv('sales.csv'))\n",
};
const CODES = [
  "print(1)\n",
  "print(1)",
  "print(1)\n\n\n",
  "\n\n  x = 1\n",
  "\tif x:\n\t\tpass  \n \t\n",
  "text = '''\n---\n...\n# a\n'''\n",
  "windows\r\nlines\r\n",
  "print('ü 漢 🙂 \u2028 \u0085')\n",
  "\uFEFFprint(1)\n",
  "key: value\n- item\n!!python/object:os.system\n",
];

describe("code comes back byte for byte", () => {
  test.each(CODES)("from a view spec and from a link: %j", (code) => {
    const spec = { ...SPEC, code };
    expect(readViewSpec(writeViewSpec(spec))).toEqual({ ok: true, spec });
    const link = writeShareLink("https://skep.test/app/", spec);
    expect(readShareLink(link?.split("#/open/")[1] ?? "")).toEqual({ ok: true, spec });
  });

  test("whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.string({ unit: "binary" }), (code, title) => {
        expect(readViewSpec(writeViewSpec({ ...SPEC, code, title }))).toEqual({ ok: true, spec: { ...SPEC, code, title } });
      }),
      { numRuns: 300 },
    );
  });

  test("plain code is a literal block that a person can read and edit", () => {
    expect(writeViewSpec(SPEC)).toBe(
      [
        "format: skep.view/1",
        "type: python",
        "title: Sales by month",
        "show:",
        "  - figures",
        "  - tables",
        "files:",
        "  - path: sales.csv",
        "    size: 120",
        `    sha256: ${"a".repeat(64)}`,
        "code: |",
        "  import pandas as pd",
        "  print(pd.read_csv('sales.csv'))",
        "",
      ].join("\n"),
    );
  });
});

describe("what is no view spec is refused, by name and line", () => {
  const written = "format: skep.view/1\ntype: python\ntitle: x\ncode: |\n  print(1)\n";
  test.each([
    ["another format", written.replace("view/1", "view/2"), "format: must be skep.view/1", 1],
    ["another kind of code", written.replace("type: python", "type: vega-lite"), "type: must be python", 2],
    ["no code", "format: skep.view/1\ntype: python\ntitle: x\ncode: ''\n", "code: is empty", 4],
    ["an unknown field", `${written}run: now\n`, "run", 6],
    ["an unknown part", `${written}show: [everything]\n`, "show.0: must be one of output", 6],
    [
      "a tag",
      written.replace("title: x", "title: !!python/object:os.system x"),
      "Tags are refused (!!python/object:os.system): a view spec holds plain values only.",
      3,
    ],
    ["anchors, which aliases need", "a: &a [1]\nb: *a\n", "Anchors are refused", 1],
    ["no YAML", "code: [", "This is not the YAML of a view spec", null],
    ["a wrong hash", `${written}files: [{path: a, size: 1, sha256: zz}]\n`, "files.0.sha256: must be 64 hex digits", 6],
  ])("%s", (_name, text, message, line) => {
    const read = readViewSpec(text);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.message).toContain(message);
    if (line !== null) expect(read.line).toBe(line);
  });

  test("defaults stand for what a person left out", () => {
    expect(readViewSpec(written)).toEqual({ ok: true, spec: { title: "x", show: ["output"], files: [], code: "print(1)\n" } });
  });

  test("a damaged link, one that unpacks into much, and one too long to send", () => {
    expect(readShareLink("%%%")).toMatchObject({ ok: false, message: expect.stringContaining("damaged") });
    const link = writeShareLink("https://skep.test/", SPEC)?.split("#/open/")[1] ?? "";
    expect(readShareLink(link.slice(0, link.length / 2)).ok).toBe(false);
    const bomb = btoa(String.fromCharCode(...deflateSync(strToU8(" ".repeat(20_000_000)))));
    expect(readShareLink(bomb)).toMatchObject({ ok: false, message: expect.stringContaining("more than") });
    const noise = Array.from({ length: 40_000 }, (_, index) => ((index * 7919) % 9973).toString(36)).join(" ");
    expect(writeShareLink("https://skep.test/", { ...SPEC, code: noise })).toBeNull();
  });
});

test("a notebook carries the code and what it showed, in the form of nbformat 4.5", () => {
  const result = {
    output: [{ stream: "stdout" as const, text: "a\nb" }],
    displays: [{ data: { "image/png": "aGk=", "text/plain": "<Figure>" }, metadata: {} }],
    result: { data: { "text/plain": "3", "application/json": '{"a": 1}' } },
    error: { name: "KeyError", message: "'x'", frames: [], traceback: "Traceback\nKeyError: 'x'" },
  };
  const notebook = JSON.parse(writeNotebook(SPEC, result));
  expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5, cells: [{ cell_type: "markdown", source: ["Sales by month"] }, { cell_type: "code" }] });
  const [, cell] = notebook.cells;
  expect(cell.source.join("")).toBe(SPEC.code);
  expect(cell.outputs).toEqual([
    { output_type: "stream", name: "stdout", text: ["a\n", "b"] },
    { output_type: "display_data", data: { "image/png": "aGk=", "text/plain": ["<Figure>"] }, metadata: {} },
    { output_type: "execute_result", execution_count: 1, data: { "text/plain": ["3"], "application/json": { a: 1 } }, metadata: {} },
    { output_type: "error", ename: "KeyError", evalue: "'x'", traceback: ["Traceback", "KeyError: 'x'"] },
  ]);
  expect(JSON.parse(writeNotebook(SPEC, null)).cells[1]).toMatchObject({ execution_count: null, outputs: [] });
});
