import Papa from "papaparse";
import type { DataFile } from "#domain/data-file.ts";
import { decodeText } from "./decode-text.ts";

/** What a model must know of a file to read it right. */
export interface FileSummary {
  readonly path: string;
  readonly size: number;
  readonly kind: "table" | "json" | "text" | "binary";
  /** As Python names it, such as `utf-8-sig` or `cp1252`; empty for binary files. */
  readonly encoding: string;
  /** Of a table, else the empty string. */
  readonly separator: string;
  readonly decimal: "." | ",";
  /** Column names of a table, in order; empty when it has no heading. */
  readonly columns: readonly string[];
  /** Columns of a table whose cells are all numbers as Python reads them, going by the first rows. */
  readonly numbers: readonly { readonly column: string; readonly type: "int" | "float" }[];
  /** Rows of a table (heading left out) or lines of a text. An estimate for files that are read in part. */
  readonly rows: number;
  /** First rows or lines, as they stand in the file. */
  readonly sample: readonly string[];
}

/** Bytes that are looked at: enough for the heading and some rows. */
const HEAD = 65_536;
const SAMPLE_ROWS = 3;
const SAMPLE_WIDTH = 200;

/** Looks into a file's first 64 KiB. Never throws: what cannot be read is `binary`. */
export function summariseFile(file: DataFile): FileSummary {
  const head = file.bytes.subarray(0, HEAD);
  const decoded = decodeText(head, head.length < file.bytes.length);
  const base = { path: file.path, size: file.bytes.length, encoding: decoded?.encoding ?? "", separator: "", decimal: ".", columns: [], numbers: [] } as const;
  if (decoded === null) return { ...base, kind: "binary", rows: 0, sample: [] };
  const lines = decoded.text.split(/\r\n|\r|\n/);
  const whole = head.length === file.bytes.length;
  if (!whole) lines.pop();
  while (lines.at(-1) === "") lines.pop();
  const total = whole ? lines.length : Math.round((lines.length * file.bytes.length) / head.length);
  const sample = lines.slice(0, SAMPLE_ROWS + 1).map((line) => (line.length > SAMPLE_WIDTH ? `${line.slice(0, SAMPLE_WIDTH)}…` : line));
  if (/\.(?:json|ipynb|geojson)$/i.test(file.path) || /^\s*[[{]/.test(decoded.text)) return { ...base, kind: "json", rows: total, sample };
  const table = tableOf(file.path, decoded.text, whole);
  if (table === null) return { ...base, kind: "text", rows: total, sample };
  return { ...base, ...table, kind: "table", rows: Math.max(0, total - (table.columns.length > 0 ? 1 : 0)), sample };
}

function tableOf(path: string, text: string, whole: boolean): Pick<FileSummary, "separator" | "decimal" | "columns" | "numbers"> | null {
  const named = /\.(?:csv|tsv|tab|psv)$/i.test(path);
  const parsed = Papa.parse<string[]>(text, { skipEmptyLines: true, preview: 50, delimitersToGuess: [",", ";", "\t", "|"] });
  const rows = whole || parsed.data.length === 50 ? parsed.data : parsed.data.slice(0, -1);
  const [heading = [], ...body] = rows;
  const regular = body.length > 0 && body.filter((row) => row.length === heading.length).length >= body.length * 0.8;
  if (!named && (heading.length < 2 || !regular || !/\.(?:txt|dat|data|log)$/i.test(path))) return null;
  const separator = heading.length > 1 ? parsed.meta.delimiter : "";
  const hasHeading = heading.length > 0 && heading.every((cell) => cell.trim() !== "" && !isNumber(cell));
  const columns = hasHeading ? heading.map((cell) => cell.trim()) : [];
  return { separator, decimal: decimalOf(body, separator), columns, numbers: numbersOf(columns, body) };
}

function numbersOf(columns: readonly string[], rows: readonly (readonly string[])[]): FileSummary["numbers"] {
  return columns.flatMap((column, at) => {
    const cells = rows.map((row) => row[at]?.trim() ?? "");
    if (cells.length === 0 || !cells.every((cell) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(cell))) return [];
    return [{ column, type: cells.every((cell) => /^[-+]?\d+$/.test(cell)) ? ("int" as const) : ("float" as const) }];
  });
}

/** A comma is the decimal sign when cells such as `1,5` or `1.234,50` outnumber those such as `1.5`. */
function decimalOf(rows: readonly (readonly string[])[], separator: string): "." | "," {
  if (separator === ",") return ".";
  let commas = 0;
  let points = 0;
  for (const cell of rows.flat()) {
    if (/^\s*-?\d{1,3}(?:\.\d{3})*,\d+\s*$|^\s*-?\d+,\d+\s*$/.test(cell)) commas += 1;
    else if (/^\s*-?\d+\.\d+\s*$/.test(cell)) points += 1;
  }
  return commas > points ? "," : ".";
}

function isNumber(cell: string): boolean {
  return /^\s*-?[\d.,]+(?:e[+-]?\d+)?%?\s*$/i.test(cell);
}
