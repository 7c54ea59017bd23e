import type { RunError, TraceFrame } from "#domain/execution-result.ts";
import { USER_FILE } from "./user-file.ts";

const HEADER = "Traceback (most recent call last):";
const FRAME = /^ {2}File "(.+)", line (\d+)(?:, in (.+))?$/;
const RAISED = /^([\p{L}_][\p{L}\p{N}_.]*)(?::(?: (.*))?)?$/u;
const LINKS = ["The above exception was the direct cause of the following exception:", "During handling of the above exception, another exception occurred:"];
/** xonsh's own line above a traceback. */
const PREAMBLE = /^xonsh: (?:To log full traceback|For full traceback)/;

/** Maps a file of a traceback to the name that a person knows it by; null for files that are not the person's own. */
export type FileNames = (file: string) => string | null;

export interface ReadTraceback {
  /** What the program itself wrote to stderr. */
  readonly written: string;
  /** Null when the text ends in no traceback. */
  readonly error: RunError | null;
}

/**
 * Splits stderr into what the program wrote and the traceback that Python or xonsh printed last.
 * Of chained exceptions the last is the error; the whole chain leaves the text.
 * @param code the program, for the source of its lines
 */
export function readTraceback(stderr: string, code: string, names: FileNames): ReadTraceback {
  const lines = stderr.split("\n");
  const start = lastTraceback(lines);
  if (start === null) return { written: stderr, error: null };
  const block = trimEnd(lines.slice(start));
  const body = block[0] === HEADER ? block.slice(1) : block;
  const raisedAt = body.findIndex((line, index) => index > 0 && line !== "" && !line.startsWith(" "));
  const raised = raisedAt < 0 ? null : RAISED.exec(body[raisedAt] ?? "");
  if (raised === null) return { written: stderr, error: null };
  const message = [raised[2] ?? "", ...body.slice(raisedAt + 1)].join("\n");
  const stack = readStack(body.slice(0, raisedAt), names, code.split("\n"));
  const traceback = [...(block[0] === HEADER ? [HEADER] : []), ...stack.lines, ...body.slice(raisedAt)].join("\n");
  const written = lines.slice(0, chainStart(lines, start)).join("\n");
  return {
    written: written === "" ? "" : `${written}\n`,
    error: { name: lastPart(raised[1] ?? ""), message, frames: stack.frames, traceback },
  };
}

/** Index of the last traceback's first line: its header, or the `File` line of a syntax error, which has no header. */
function lastTraceback(lines: readonly string[]): number | null {
  const header = lines.lastIndexOf(HEADER);
  if (header >= 0) return header;
  const file = lines.findLastIndex((line) => FRAME.test(line));
  if (file < 0) return null;
  const raised = lines.slice(file).some((line) => /^(?:Syntax|Indentation|Tab)Error\b/.test(line));
  return raised ? file : null;
}

/** Goes up from the last traceback over those it is chained to and over xonsh's own line. */
function chainStart(lines: readonly string[], start: number): number {
  let index = start;
  while (lines[index - 1] === "" && LINKS.includes(lines[index - 2] ?? "")) {
    const earlier = lines.lastIndexOf(HEADER, index - 3);
    if (earlier < 0) break;
    index = earlier;
  }
  return index > 0 && PREAMBLE.test(lines[index - 1] ?? "") ? index - 1 : index;
}

/** The frames from the person's first one on, and the traceback's lines from there, with files by their known names. */
function readStack(stack: readonly string[], names: FileNames, code: readonly string[]): { frames: TraceFrame[]; lines: string[] } {
  const frames: TraceFrame[] = [];
  const lines: string[] = [];
  for (let index = 0; index < stack.length; index += 1) {
    const line = stack[index] ?? "";
    const frame = FRAME.exec(line);
    const known = frame === null ? null : names(frame[1] ?? "");
    if (frame !== null && known !== null) {
      const number = Number(frame[2]);
      const source = known === USER_FILE ? (code[number - 1] ?? "") : (stack[index + 1] ?? "");
      // A syntax error's place is in no function.
      frames.push({ file: known, line: number, source: source.trim(), function: frame[3] ?? "" });
      lines.push(line.replace(frame[1] ?? "", known));
    } else if (frames.length > 0) {
      if (line.trim() !== "") lines.push(line);
    }
  }
  return { frames, lines };
}

function trimEnd(lines: readonly string[]): readonly string[] {
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
