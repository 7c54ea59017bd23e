import { describe, expect, test } from "vitest";
import { sampleResult } from "#domain/sample-result.ts";
import type { Expectation } from "#domain/snippet-test.ts";
import { compareObserved } from "./compare-observed.ts";
import type { Observed } from "./observed.ts";
import { pngSize } from "./png-size.ts";

const RESULT = sampleResult();
/** A black PNG of 3 × 2 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAADElEQVR4nGNggAMAAAgAAfUjd2EAAAAASUVORK5CYII=";

const observed = (part: Partial<Observed>): Observed => ({ result: RESULT, value: null, output: "", files: [], figures: [], ...part });
const raising = (name: string, message: string): Observed =>
  observed({ value: undefined, result: { ...RESULT, status: "error", error: { name, message, frames: [], traceback: "Traceback" } } });
const file = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text), sha256: "a".repeat(64) });
const told = (expected: Expectation, what: Observed) =>
  compareObserved(expected, what).map((mismatch) => `${mismatch.what}: ${mismatch.expected} / ${mismatch.actual}`);

describe("a value", () => {
  test("that came back is compared, null too", () => {
    expect(told({ value: null }, observed({}))).toEqual([]);
    expect(told({ value: null }, observed({ value: 0 }))).toEqual(["value: null / 0"]);
    expect(told({ value: 0.5, tolerance: 0.1 }, observed({ value: 0.55 }))).toEqual([]);
  });
  test("that never came is told once: as the exception, where there is one", () => {
    expect(told({ value: 1 }, observed({ value: undefined }))).toEqual(["value: 1 / nothing was returned"]);
    expect(told({ value: 1 }, raising("KeyError", "'a'"))).toEqual(["exception: none / KeyError: 'a'"]);
  });
});

describe("output", () => {
  test("is compared as it reads: line ends and spaces at the end of lines do not count", () => {
    expect(told({ output: "a\nb" }, observed({ output: "a  \r\nb\n\n" }))).toEqual([]);
    expect(told({ output: "" }, observed({ output: "\n" }))).toEqual([]);
  });
  test("but leading spaces and everything else do", () => {
    expect(told({ output: "a" }, observed({ output: " a" }))).toEqual(["output: a /  a"]);
    expect(told({ output: "a\nb" }, observed({ output: "a" }))).toEqual(["output: a\nb / a"]);
  });
});

describe("files", () => {
  const made = observed({ files: [file("out.csv", "a,b\n")] });
  test("by text, digest or size", () => {
    expect(told({ files: [{ path: "out.csv", text: "a,b\n" }] }, made)).toEqual([]);
    expect(told({ files: [{ path: "out.csv", sha256: "a".repeat(64) }] }, made)).toEqual([]);
    expect(told({ files: [{ path: "out.csv", minimumSize: 4 }] }, made)).toEqual([]);
    expect(told({ files: [{ path: "out.csv" }] }, made)).toEqual([]);
  });
  test("that are missing, other, or too small", () => {
    expect(told({ files: [{ path: "x" }] }, made)).toEqual(["file x: made or changed by the tool / only out.csv"]);
    expect(told({ files: [{ path: "x" }] }, observed({}))).toEqual(["file x: made or changed by the tool / no file"]);
    expect(told({ files: [{ path: "out.csv", text: "a,b" }] }, made)).toEqual(["file out.csv: a,b / a,b\n"]);
    expect(told({ files: [{ path: "out.csv", sha256: "b".repeat(64) }] }, made)[0]).toContain("SHA-256 bbb");
    expect(told({ files: [{ path: "out.csv", minimumSize: 5 }] }, made)).toEqual(["file out.csv: at least 5 bytes / 4 bytes"]);
    expect(told({ files: [{ path: "empty" }] }, observed({ files: [file("empty", "")] }))).toEqual(["file empty: at least 1 bytes / 0 bytes"]);
    expect(told({ files: [{ path: "empty", text: "" }] }, observed({ files: [file("empty", "")] }))).toEqual([]);
  });
});

describe("figures", () => {
  test("exist in number and size", () => {
    expect(pngSize(PNG)).toEqual({ width: 3, height: 2 });
    expect(told({ figures: { count: 1, minimumWidth: 3, minimumHeight: 2 } }, observed({ figures: [PNG] }))).toEqual([]);
    expect(told({ figures: { count: 0 } }, observed({}))).toEqual([]);
    expect(told({ figures: { count: 1 } }, observed({}))).toEqual(["figures: 1 / 0"]);
    expect(told({ figures: { count: 1, minimumWidth: 4 } }, observed({ figures: [PNG] }))).toEqual(["figure 1: at least 4 × 0 pixels / 3 × 2 pixels"]);
  });
  test("what is no PNG has no size", () => {
    for (const text of ["", "<svg/>", "iVBORw0KGgo=", btoa("x".repeat(40))]) expect(pngSize(text)).toBeNull();
  });
});

describe("an exception that must come", () => {
  test("by its class, with or without its module, and a part of its message", () => {
    expect(told({ exception: { name: "ValueError" } }, raising("ValueError", "no rows"))).toEqual([]);
    expect(told({ exception: { name: "ValueError", message: "rows" } }, raising("ValueError", "no rows"))).toEqual([]);
    expect(told({ exception: { name: "json.JSONDecodeError" } }, raising("JSONDecodeError", "x"))).toEqual([]);
  });
  test("another class, another message, or none", () => {
    expect(told({ exception: { name: "ValueError" } }, raising("KeyError", "k"))).toEqual(["exception: ValueError / KeyError: k"]);
    expect(told({ exception: { name: "ValueError", message: "cols" } }, raising("ValueError", "no rows"))).toEqual([
      "exception: ValueError: …cols… / ValueError: no rows",
    ]);
    expect(told({ exception: { name: "ValueError" } }, observed({}))).toEqual(["exception: ValueError / none"]);
  });
});
