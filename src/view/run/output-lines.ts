import type { OutputChunk } from "#domain/execution-result.ts";

export interface OutputLine {
  readonly stream: OutputChunk["stream"];
  readonly text: string;
}

/** A longer line is cut into pieces of this many characters, so that one line never fills the page's memory. */
export const LINE_LIMIT = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
const TERMINAL_CODES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/**
 * Output as lines to show. Colour codes are left out; of a line that was written over with carriage returns
 * (a progress bar) the last state is kept. The empty line after a final line end is not a line.
 */
export function outputLines(output: readonly OutputChunk[]): readonly OutputLine[] {
  const lines: OutputLine[] = [];
  let open = false;
  for (const { stream, text } of output) {
    const parts = text.replace(TERMINAL_CODES, "").replace(/\r\n/g, "\n").split("\n");
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1 && part === "") {
        open = false;
        continue;
      }
      const last = lines.at(-1);
      if (index === 0 && open && last !== undefined && last.stream === stream) lines[lines.length - 1] = { stream, text: last.text + part };
      else lines.push({ stream, text: part });
      open = index === parts.length - 1;
    }
  }
  return lines.flatMap(settleLine);
}

function settleLine(line: OutputLine): readonly OutputLine[] {
  const written = line.text.replace(/\r+$/, "");
  const text = written.slice(written.lastIndexOf("\r") + 1);
  if (text.length <= LINE_LIMIT) return [{ stream: line.stream, text }];
  const pieces: OutputLine[] = [];
  for (let start = 0; start < text.length; start += LINE_LIMIT) pieces.push({ stream: line.stream, text: text.slice(start, start + LINE_LIMIT) });
  return pieces;
}
