import { type OpenString, scanLine } from "#check/reply/scan-line.ts";

/** A program without comments, blank lines and trailing spaces: two programs with the same essence do the same. */
export function programEssence(code: string): string {
  let open: OpenString = null;
  const lines: string[] = [];
  for (const line of code.split("\n")) {
    const inString = open !== null;
    const scan = scanLine(line, open);
    open = scan.open;
    const kept = scan.spans.filter((span) => span.kind !== "comment").map((span) => line.slice(span.from, span.to));
    const text = open === null ? kept.join("").trimEnd() : kept.join("");
    if (text !== "" || inString) lines.push(text);
  }
  return lines.join("\n");
}
