import Papa from "papaparse";
import type { DataFile } from "#domain/data-file.ts";

/** Name of the file that pasted rows become. */
const PATH = "data.csv";
const LEAST_ROWS = 3;

/** Rows of a pasted table that a shortened task still shows, the heading included. */
const ROWS_SHOWN = 4;

/**
 * Finds rows of data pasted into a task: three lines or more, one after the other, with the same number of cells. Models that see such rows
 * often write a program that opens a file; with the rows in a file such a program works, too.
 * @returns the longest such table as a file, byte for byte as pasted, or null
 */
export function pastedTable(task: string, taken: readonly string[]): DataFile | null {
  const rows = taken.includes(PATH) ? null : findRows(task);
  return rows === null ? null : { path: PATH, bytes: new TextEncoder().encode(`${rows.lines.join("\n")}\n`) };
}

/** A task whose pasted rows are a file of the run, with their first ones only: for a context that is too small for all of them. Null where there are none. */
export function withoutPastedRows(task: string, taken: readonly string[]): string | null {
  const rows = findRows(task);
  if (rows === null || taken.includes(PATH) || rows.lines.length <= ROWS_SHOWN) return null;
  const lines = task.split(/\r?\n/);
  const left = rows.lines.length - ROWS_SHOWN;
  lines.splice(rows.from + ROWS_SHOWN, left, `(${left} more rows: all of them are in the file '${PATH}')`);
  return lines.join("\n");
}

/** A task without the rows that are pasted into it: its own words. */
export function aroundPastedRows(task: string): string {
  const rows = findRows(task);
  if (rows === null) return task;
  const lines = task.split(/\r?\n/);
  lines.splice(rows.from, rows.lines.length);
  return lines.join("\n");
}

/** The longest run of lines that look like rows of one table, and the index of its first line. */
function findRows(task: string): { readonly from: number; readonly lines: readonly string[] } | null {
  let best: { from: number; lines: string[] } = { from: 0, lines: [] };
  let run: { from: number; lines: string[] } = { from: 0, lines: [] };
  let shape = "";
  for (const [index, line] of [...task.split(/\r?\n/), ""].entries()) {
    const found = shapeOf(line);
    if (found !== null && found === shape) run.lines.push(line);
    else {
      if (run.lines.length > best.lines.length) best = run;
      run = { from: index, lines: found === null ? [] : [line] };
      shape = found ?? "";
    }
  }
  return best.lines.length < LEAST_ROWS ? null : best;
}

/** Separator and number of cells of a line that looks like a row; null for prose, lists and code. */
function shapeOf(line: string): string | null {
  if (line.trim() === "" || /^\s*(?:[-*•#>]|\d+[.)]\s)/.test(line) || /[()[\]{}]|[.:?!]\s*$/.test(line)) return null;
  const separator = [";", "\t", "|", ","].find((candidate) => line.includes(candidate));
  if (separator === undefined || (separator === "," && /,\s+\w+\s+\w+/.test(line))) return null;
  const cells = Papa.parse<string[]>(line, { delimiter: separator }).data[0]?.length ?? 0;
  return cells < 2 ? null : `${separator}${cells}`;
}
