import { describe, expect, test } from "vitest";
import type { SnippetTest } from "#domain/snippet-test.ts";
import { draftOf, readDraft, type TestDraft } from "./test-draft.ts";

const TEST: SnippetTest = {
  name: "t",
  arguments: { a: [1, "x"] },
  files: [{ path: "in.csv", text: "a\n" }],
  expect: { value: { total: 0.5 }, tolerance: 0.01 },
};

describe("a test goes into the form and comes back as it was", () => {
  test.each<[string, SnippetTest["expect"]]>([
    ["a value with a tolerance", TEST.expect],
    ["the value null", { value: null }],
    ["an output", { output: "hello\n" }],
    ["an output of nothing", { output: "" }],
    [
      "files: with a text, with a digest, with a size, and one that only exists",
      { files: [{ path: "a", text: "x" }, { path: "b", sha256: "0".repeat(64) }, { path: "c", minimumSize: 9 }, { path: "d" }] },
    ],
    ["figures", { figures: { count: 2, minimumWidth: 400, minimumHeight: 300 } }],
    ["no figure", { figures: { count: 0 } }],
    ["an exception", { exception: { name: "ValueError", message: "below 0" } }],
    ["an exception of any message", { exception: { name: "ValueError" } }],
    ["several at once", { value: 1, output: "x", figures: { count: 1 } }],
  ])("%s", (_, expected) => {
    const whole: SnippetTest = { ...TEST, expect: expected };
    expect(readDraft(draftOf(whole), ["other"])).toEqual({ ok: true, test: whole });
  });
});

test("a new test expects a value, and needs a name", () => {
  expect(readDraft(draftOf(null), [])).toEqual({ ok: false, problems: { name: "A test needs a name." } });
  expect(readDraft({ ...draftOf(null), name: " n " }, [])).toEqual({ ok: true, test: { name: "n", arguments: {}, files: [], expect: { value: null } } });
});

describe("what is wrong is told at its field", () => {
  test.each<[keyof TestDraft, Partial<TestDraft>]>([
    ["name", { name: "other" }],
    ["arguments", { arguments: "[1]" }],
    ["arguments", { arguments: "{a: 1}" }],
    ["value", { value: "hello" }],
    ["value", { value: "" }],
    ["tolerance", { tolerance: "-1" }],
    ["tolerance", { tolerance: "much" }],
    ["madeFiles", { expects: ["files"], madeFiles: [] }],
    ["madeFiles", { expects: ["files"], madeFiles: [{ path: " ", text: "" }] }],
    ["figureCount", { expects: ["figures"], figureCount: "" }],
    ["figureWidth", { expects: ["figures"], figureWidth: "wide" }],
    ["figureHeight", { expects: ["figures"], figureHeight: "1.5" }],
    ["exceptionName", { expects: ["exception"], exceptionName: " " }],
    ["expects", { expects: [] }],
  ])("%s: %j", (field, part) => {
    const reading = readDraft({ ...draftOf(TEST), ...part }, ["other"]);
    expect(reading.ok ? {} : Object.keys(reading.problems)).toEqual([field]);
  });

  test("what is not expected is not looked at", () => {
    expect(readDraft({ ...draftOf(TEST), expects: ["output"], output: "x", value: "no JSON", tolerance: "much", figureCount: "?" }, [])).toMatchObject({
      ok: true,
      test: { expect: { output: "x" } },
    });
  });
});
