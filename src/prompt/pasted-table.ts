import Papa from "papaparse";
import type { DataFile } from "#domain/data-file.ts";

/** Name of the file that pasted rows become. */
const PATH = "data.csv";
const LEAST_ROWS = 3;

/**
 * Finds rows of data pasted into a task: three lines or more, one after the other, with the same number of cells. Models that see such rows
 * often write a program that opens a file; with the rows in a file such a program works, too.
 * @returns the longest such table as a file, byte for byte as pasted, or null
 */
export function pastedTable(task: string, taken: readonly string[]): DataFile | null {
  if (taken.includes(PATH)) return null;
  let best: string[] = [];
  let run: string[] = [];
  let shape = "";
  for (const line of [...task.split(/\r?\n/), ""]) {
    const found = shapeOf(line);
    if (found !== null && found === shape) run.push(line);
    else {
      if (run.length > best.length) best = run;
      run = found === null ? [] : [line];
      shape = found ?? "";
    }
  }
  return best.length < LEAST_ROWS ? null : { path: PATH, bytes: new TextEncoder().encode(`${best.join("\n")}\n`) };
}

/** Separator and number of cells of a line that looks like a row; null for prose, lists and code. */
function shapeOf(line: string): string | null {
  if (line.trim() === "" || /^\s*(?:[-*•#>]|\d+[.)]\s)/.test(line) || /[()[\]{}]|[.:?!]\s*$/.test(line)) return null;
  const separator = [";", "\t", "|", ","].find((candidate) => line.includes(candidate));
  if (separator === undefined || (separator === "," && /,\s+\w+\s+\w+/.test(line))) return null;
  const cells = Papa.parse<string[]>(line, { delimiter: separator }).data[0]?.length ?? 0;
  return cells < 2 ? null : `${separator}${cells}`;
}
