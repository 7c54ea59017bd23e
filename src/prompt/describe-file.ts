import type { FileSummary } from "./file-summary.ts";

const SEPARATOR_NAMES: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "|" };

/**
 * What the prompt says of one file: how to read it, its columns and its first rows.
 * @param rows sample rows to show, 0 for none
 */
export function describeFile(file: FileSummary, rows: number): string {
  const sample = rows === 0 || file.sample.length === 0 ? "" : `\n${file.sample.slice(0, rows + (file.columns.length > 0 ? 1 : 0)).join("\n")}`;
  return `${heading(file)}${sample}`;
}

function heading(file: FileSummary): string {
  if (file.kind === "binary") return `File '${file.path}' (${file.size} bytes, binary)`;
  const encoding = file.encoding === "utf-8" ? [] : [`encoding ${file.encoding}`];
  if (file.kind !== "table") return `File '${file.path}' (${[file.kind === "json" ? "JSON" : `text, ${file.rows} lines`, ...encoding].join(", ")})`;
  const facts = [
    `${file.rows} rows`,
    ...(file.separator === "" || file.separator === "," ? [] : [`separator ${SEPARATOR_NAMES[file.separator] ?? file.separator}`]),
    ...(file.decimal === "," ? ["decimal comma"] : []),
    ...encoding,
    file.columns.length > 0 ? `columns: ${file.columns.join(", ")}` : "no heading row",
  ];
  return `File '${file.path}' (${facts.join(", ")})`;
}
