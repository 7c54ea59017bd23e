import { type OpenString, scanLine } from "./scan-line.ts";
import { straightenQuotes } from "./straighten-quotes.ts";

const PROMPT = /^\s*(?:>>>|\.\.\.|In \[\d+\]:|\s+\.\.\.:)(?: |$)/;
const FIRST_PROMPT = /^\s*(?:>>>|In \[\d+\]:) ?\S/;

/**
 * Turns a block's lines into a program: no common indentation, no interpreter prompts with their output, no notebook commands,
 * no typographic quotes outside of strings, no blank lines at either end.
 */
export function cleanProgram(lines: readonly string[]): string {
  let cleaned = dedent(lines.map((line) => line.replace(/^\uFEFF/, "")));
  if (cleaned.some((line) => FIRST_PROMPT.test(line)) && FIRST_PROMPT.test(cleaned.find((line) => line.trim() !== "") ?? "")) cleaned = withoutPrompts(cleaned);
  const first = cleaned.findIndex((line) => line.trim() !== "");
  if (first !== -1 && /^(?:python3?|py)$/i.test(cleaned[first]?.trim() ?? "")) cleaned = cleaned.slice(first + 1);
  cleaned = withoutNotebookCommands(straightenQuotes(cleaned.join("\n")).split("\n"));
  return cleaned
    .join("\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** As Python's textwrap.dedent, with text inside triple-quoted strings left out of the reckoning. */
function dedent(lines: readonly string[]): string[] {
  let common: string | null = null;
  let open: OpenString = null;
  for (const line of lines) {
    if (open === null && line.trim() !== "") {
      const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
      common = common === null ? indent : sharedPrefix(common, indent);
    }
    open = scanLine(line, open).open;
  }
  const cut = common ?? "";
  return cut === "" ? [...lines] : lines.map((line) => (line.startsWith(cut) ? line.slice(cut.length) : line.trimStart() === "" ? "" : line));
}

function sharedPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

/** A session of the interpreter: lines with a prompt are the program, the others are what it printed. */
function withoutPrompts(lines: readonly string[]): string[] {
  return lines.filter((line) => PROMPT.test(line)).map((line) => line.replace(PROMPT, ""));
}

function withoutNotebookCommands(lines: readonly string[]): string[] {
  let open: OpenString = null;
  let depth = 0;
  return lines.filter((line) => {
    const command = open === null && depth === 0 && /^\s*(?:%{1,2}[a-z]\w*(?:\s|$)|!\s*\w|\$ \w|pip3? install\b)/.test(line);
    const scan = scanLine(line, open);
    open = scan.open;
    for (const span of scan.spans) if (span.kind === "code") depth = Math.max(0, depth + bracketChange(line.slice(span.from, span.to)));
    return !command;
  });
}

/** How many brackets a piece of code opens more than it closes. */
export function bracketChange(code: string): number {
  let change = 0;
  for (const character of code) {
    if ("([{".includes(character)) change += 1;
    else if (")]}".includes(character)) change -= 1;
  }
  return change;
}
