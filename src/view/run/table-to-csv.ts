import type { TableData } from "#domain/execution-result.ts";

/** The rows shown, with their labels as the first column, as RFC 4180 CSV. */
export function tableToCsv(table: TableData): string {
  const rows = [["", ...table.columns], ...table.rows.map((row, index) => [table.index[index] ?? "", ...row])];
  return rows.map((row) => `${row.map(quote).join(",")}\r\n`).join("");
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
