import type { RunError, TraceFrame } from "#domain/execution-result.ts";
import { exitError } from "../remote/exit-error.ts";
import { USER_FILE } from "../remote/user-file.ts";

/** An error as E2B's server tells it: the kernel's name, value and traceback, the latter joined without separators. */
export interface KernelError {
  readonly name: string;
  readonly value: string;
  readonly traceback: string;
}

export interface ReadError {
  readonly exitCode: number | null;
  readonly error: RunError | null;
}

/** Names that E2B's server invents when the kernel or the way to it is gone. */
const LOST = ["UnexpectedEndOfExecution", "ContextRestarting", "ContextRestarted", "WebSocketError", "ExecutionAborted"];
const LINKS = /The above exception was the direct cause of the following exception:|During handling of the above exception, another exception occurred:/;
const PLACE = /(?:Cell In\[\d+\]|File ([^\s:]+?)(?::\d+)?), line (\d+)(?:, in ([^\s(]+)\()?|File ([^\s:]+):(\d+)(?:, in ([^\s(]+)\()?/g;
const SYNTAX = ["SyntaxError", "IndentationError", "TabError"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with a control character
const COLOUR = /\x1b\[[\d;]*m/g;

/** A warning that IPython prints to stderr whenever a program ends itself; it is not the program's. */
const LEAVING = /^.*UserWarning: To exit: use 'exit', 'quit', or Ctrl-D\.\n\s*warn\(.*\n/gm;

/** stderr without what IPython itself adds. */
export function ownStderr(text: string): string {
  return text.replace(LEAVING, "");
}

/**
 * The kernel's error as a run's error.
 * @param folder the run's working directory, absolute
 */
export function readKernelError(told: KernelError, code: string, folder: string): ReadError {
  if (LOST.includes(told.name)) {
    const message = "The sandbox's interpreter ended in the middle, most likely because it used too much memory. Use less data at a time.";
    return { exitCode: null, error: { name: "SK-KILLED", message, frames: [], traceback: "" } };
  }
  if (told.name === "SystemExit") return readExit(told.value);
  const lines = code.split("\n");
  const text = told.traceback.replace(COLOUR, "");
  if (SYNTAX.includes(told.name)) {
    const place = /^(.*) \((?:.*, )?line (\d+)\)$/s.exec(told.value);
    const line = Number(place?.[2] ?? 0);
    const message = place?.[1] ?? told.value;
    const frames = line === 0 ? [] : [{ file: USER_FILE, line, source: (lines[line - 1] ?? "").trimEnd(), function: "" }];
    return { exitCode: 1, error: { name: told.name, message, frames, traceback: printed(told.name, message, frames) } };
  }
  const last = text.split(LINKS).at(-1) ?? "";
  const frames = readFrames(last, lines, folder);
  return { exitCode: 1, error: { name: told.name, message: told.value, frames, traceback: printed(told.name, told.value, frames) } };
}

function readExit(value: string): ReadError {
  if (value === "" || value === "None" || value === "0") return { exitCode: 0, error: null };
  if (/^-?\d+$/.test(value)) return { exitCode: Number(value) & 0xff, error: exitError(Number(value) & 0xff) };
  return { exitCode: 1, error: { name: "SystemExit", message: value, frames: [], traceback: "" } };
}

function readFrames(text: string, code: readonly string[], folder: string): TraceFrame[] {
  const frames: TraceFrame[] = [];
  for (const place of text.matchAll(PLACE)) {
    const file = place[1] ?? place[4];
    const line = Number(place[2] ?? place[5]);
    const name = place[3] ?? place[6] ?? "<module>";
    if (file === undefined) frames.push({ file: USER_FILE, line, source: (code[line - 1] ?? "").trim(), function: name });
    else {
      const own = ownFile(file, folder);
      if (own !== null) frames.push({ file: own, line, source: markedLine(text.slice(place.index), line), function: name });
    }
  }
  return frames;
}

/** IPython writes the home folder as `~`. */
function ownFile(file: string, folder: string): string | null {
  const full = file.startsWith("~/") ? `/home/user/${file.slice(2)}` : file;
  return full.startsWith(`${folder}/`) ? full.slice(folder.length + 1) : null;
}

function markedLine(text: string, line: number): string {
  return (new RegExp(`^-+> ?${line} (.*)$`, "m").exec(text)?.[1] ?? "").trim();
}

/** The traceback as Python prints it: IPython's own form has lost its line ends on the way. */
function printed(name: string, message: string, frames: readonly TraceFrame[]): string {
  const stack = frames.map((frame) => {
    const where = frame.function === "" ? "" : `, in ${frame.function}`;
    return `  File "${frame.file}", line ${frame.line}${where}\n${frame.source === "" ? "" : `    ${frame.source.trim()}\n`}`;
  });
  const header = SYNTAX.includes(name) ? "" : "Traceback (most recent call last):\n";
  return `${header}${stack.join("")}${name}${message === "" ? "" : `: ${message}`}`;
}
