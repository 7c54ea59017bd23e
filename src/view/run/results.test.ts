import { expect, test } from "vitest";
import { TABLE_MIME } from "#domain/execution-result.ts";
import { reduceTimeline } from "#state/reduce-timeline.ts";
import { failedAndRepaired } from "#state/sample-events.ts";
import { attemptToShow } from "./attempt-to-show.ts";
import { collectResults, collectStepResults, showBundle } from "./collect-results.ts";
import { readTable } from "./read-table.ts";
import { tableToCsv } from "./table-to-csv.ts";

const table = { columns: ["a"], dtypes: ["int64"], index: ["0"], rows: [["9007199254740993"]], totalRows: 1 };

test("displays come first, then the value of the last expression", () => {
  const attempt = reduceTimeline(null, failedAndRepaired)?.attempts[1] ?? null;
  expect(collectResults(attempt).map((shown) => shown.kind)).toEqual(["figure", "table"]);
  expect(collectResults(null)).toEqual([]);
});

test("a step shows what the steps before it displayed, and its own value", () => {
  const attempts = reduceTimeline(null, failedAndRepaired)?.attempts ?? [];
  const second = attempts[1] ?? null;
  const third = second === null ? null : { ...second, number: 3, execute: second.execute && { ...second.execute, displays: [] } };
  expect(collectStepResults(attempts, second).map((shown) => shown.kind)).toEqual(["figure", "table"]);
  expect(collectStepResults(attempts, third).map((shown) => shown.kind)).toEqual(["figure", "table"]);
  expect(collectStepResults(attempts, null)).toEqual([]);
});

test("a table is shown as data though HTML is there, and its integers keep every digit", () => {
  const shown = showBundle({ [TABLE_MIME]: JSON.stringify(table), "text/html": "<table>" });
  expect(shown).toEqual({ kind: "table", table });
});

test("a table of the wrong shape is not trusted", () => {
  expect(readTable("{")).toBeNull();
  expect(readTable("null")).toBeNull();
  expect(readTable(JSON.stringify({ ...table, rows: [[1]] }))).toBeNull();
  expect(readTable(JSON.stringify({ ...table, rows: [["1", "2"]] }))).toBeNull();
  expect(readTable(JSON.stringify({ ...table, index: [] }))).toBeNull();
  expect(readTable(JSON.stringify({ ...table, totalRows: 0 }))).toBeNull();
  expect(showBundle({ [TABLE_MIME]: "{", "text/plain": "x" })).toEqual({ kind: "text", text: "x" });
});

test("a figure is a data URL, whatever the program put in its place", () => {
  expect(showBundle({ "image/png": "iVBO\nRw0=" })).toMatchObject({ kind: "figure", figure: { url: "data:image/png;base64,iVBORw0=", extension: "png" } });
  expect(showBundle({ "image/png": "https://example.com/x.png", "text/plain": "x" })).toEqual({ kind: "text", text: "x" });
  const svg = showBundle({ "image/svg+xml": '<svg onload="alert(1)"></svg>#' });
  expect(svg).toMatchObject({ kind: "figure", figure: { url: expect.stringMatching(/^data:image\/svg\+xml;charset=utf-8,%3Csvg[^#<>"]*$/) } });
});

test("HTML is kept apart, and a bundle of unknown types shows nothing", () => {
  expect(showBundle({ "text/html": "<b>x</b>", "text/plain": "x" })).toEqual({ kind: "html", html: "<b>x</b>" });
  expect(showBundle({ "application/x-unknown": "x" })).toBeNull();
});

test("rows are written as CSV with quotes where they are needed", () => {
  expect(tableToCsv({ ...table, columns: ['a "b"'], rows: [["x,y"]] })).toBe(',"a ""b"""\r\n0,"x,y"\r\n');
});

test("of a run that ended the last attempt that ran is shown, while it goes on the newest", () => {
  const attempts = reduceTimeline(null, failedAndRepaired)?.attempts ?? [];
  const refused = [...attempts, ...attempts.slice(-1).map((attempt) => ({ ...attempt, number: 3, execute: null }))];
  expect(attemptToShow(refused, false)?.number).toBe(2);
  expect(attemptToShow(refused, true)?.number).toBe(3);
  expect(attemptToShow(refused.slice(-1), false)?.number).toBe(3);
  expect(attemptToShow([], false)).toBeNull();
});
