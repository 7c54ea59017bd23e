import { expect, test } from "vitest";
import { sampleSnippet } from "#domain/sample-snippet.ts";
import type { Snippet } from "#domain/snippet.ts";
import type { SnippetFilter } from "./port.ts";
import { searchSnippets } from "./search-snippets.ts";

const ANY: SnippetFilter = { status: "any", tags: [], deprecated: "hide" };

const snippet = (name: string, part: Partial<Snippet> = {}): Snippet => sampleSnippet({ id: name, name, updatedAt: "2026-11-30T10:00:00.000Z", ...part });

const LIBRARY = [
  snippet("chart_csv", { description: "Draws a chart.", tags: ["csv", "figure"], status: "core", updatedAt: "2026-11-30T12:00:00.000Z" }),
  snippet("other", { description: "Reads a CSV.", code: "open('a.csv')", updatedAt: "2026-11-30T13:00:00.000Z" }),
  snippet("old", { description: "csv", deprecated: { time: "t", reason: "r" } }),
];
const names = (query: string, filter: Partial<SnippetFilter> = {}) => searchSnippets(LIBRARY, query, { ...ANY, ...filter }).map((hit) => hit.snippet.name);

test("an empty query lists what passes the filter, newest first", () => {
  expect(names("")).toEqual(["other", "chart_csv"]);
  expect(names("", { status: "core" })).toEqual(["chart_csv"]);
  expect(names("", { tags: ["csv", "figure"] })).toEqual(["chart_csv"]);
  expect(names("", { tags: ["csv", "none"] })).toEqual([]);
  expect(names("", { deprecated: "only" })).toEqual(["old"]);
  expect(names("", { deprecated: "show" })).toHaveLength(3);
});

test("every word must stand somewhere; the name weighs most", () => {
  expect(names("CSV")).toEqual(["chart_csv", "other"]);
  expect(names("csv draws")).toEqual(["chart_csv"]);
  expect(names("csv nothing")).toEqual([]);
});

test("marks say where the words stand in each text, overlapping ones as one", () => {
  const [hit] = searchSnippets([snippet("ab", { description: "Die Straße und Café, cafe", code: "abcabc" })], "cafe AB bc", ANY);
  const marked = (text: string, marks: readonly { from: number; to: number }[]) => marks.map(({ from, to }) => text.slice(from, to));
  expect(marked("ab", hit?.highlights.name ?? [])).toEqual(["ab"]);
  expect(marked("Die Straße und Café, cafe", hit?.highlights.description ?? [])).toEqual(["Café", "cafe"]);
  expect(marked("abcabc", hit?.highlights.code ?? [])).toEqual(["abcabc"]);
  expect(hit?.highlights.tags).toEqual([]);
});

test("marks fit the text also after characters that are longer when they are compared", () => {
  const text = "ﬁle 🐝 İx";
  const [hit] = searchSnippets([snippet("n", { description: text })], "x", ANY);
  expect(hit?.highlights.description.map(({ from, to }) => text.slice(from, to))).toEqual(["x"]);
});

test("10,000 snippets are searched quickly", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => snippet(`tool_${index}`, { code: "def f():\n    return 1\n".repeat(20) }));
  const took = (query: string): number => {
    const begin = performance.now();
    expect(searchSnippets(many, query, ANY).length).toBeGreaterThan(100);
    return performance.now() - begin;
  };
  expect(took("tool_4")).toBeLessThan(5_000);
  // Folded once, each further letter is a matter of milliseconds; the bound leaves room for a machine that is busy.
  expect(took("tool_42")).toBeLessThan(1_000);
});
