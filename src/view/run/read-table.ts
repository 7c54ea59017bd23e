import type { TableData } from "#domain/execution-result.ts";

/** Reads a table that a program showed. The text comes from the sandbox: anything but the exact shape is null. */
export function readTable(text: string): TableData | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { columns, dtypes, index, rows, totalRows } = value as Record<string, unknown>;
  if (!isTexts(columns) || !isTexts(dtypes) || !isTexts(index) || !Array.isArray(rows) || !rows.every(isTexts)) return null;
  if (typeof totalRows !== "number" || !Number.isInteger(totalRows) || totalRows < rows.length) return null;
  if (index.length !== rows.length || dtypes.length !== columns.length || rows.some((row) => row.length !== columns.length)) return null;
  return { columns, dtypes, index, rows, totalRows };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
