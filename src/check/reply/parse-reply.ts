import { programFacts } from "#check/python/program-facts.ts";
import { parsePython } from "#check/python/python-tree.ts";
import { checkElidedBody } from "#check/static/elided-body.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { bareProgram } from "./bare-program.ts";
import { type ChosenProgram, chooseProgram } from "./choose-program.ts";
import { createReplyReader } from "./read-reply.ts";
import type { ReplyParts } from "./reply-block.ts";
import { programOfToolCall } from "./tool-call.ts";

/** Why a reply gave nothing that may run. */
export type ReplyProblem = "empty" | "no-code" | "truncated" | "elided";

/** What came out of a whole reply. */
export interface ParsedReply {
  /** The program to run; null exactly when there is a problem. */
  readonly code: string | null;
  readonly problem: ReplyProblem | null;
  /** Code that was found and may not run: cut off, or with parts left out. */
  readonly withheld: string | null;
  /** What the model is told of the problem. */
  readonly findings: readonly CheckFinding[];
}

/** How the generation ended; anything but `stop` means that the reply may be cut off. */
export type ReplyFinish = "stop" | "length" | "aborted" | "error";

/** Reads a reply as it streams. */
export interface ReplyParser {
  /** Any piece of the reply, of any length. */
  push(chunk: string): void;
  /** Whether a whole program that shows something has been closed: what follows is most likely prose. */
  programClosed(): boolean;
  /** Ends the reply. The parser takes no more text. */
  end(finish: ReplyFinish): ParsedReply;
}

/** Makes a parser for one reply. Pure but for its own buffer: the result depends on the text alone, however it was cut into chunks. */
export function createReplyParser(): ReplyParser {
  const reader = createReplyReader();
  const lines: string[] = [];
  let rest = "";
  let closedSeen = 0;
  let closed = false;

  const take = (line: string) => {
    lines.push(line);
    reader.line(line);
  };
  return {
    push(chunk) {
      const pieces = (rest + chunk).split("\n");
      rest = pieces.pop() ?? "";
      for (const piece of pieces) take(withoutCarriageReturn(piece));
    },
    programClosed() {
      const { blocks } = reader.parts();
      const done = blocks.filter((block) => block.closed);
      if (!closed && done.length > closedSeen) {
        closedSeen = done.length;
        const code = done.length === blocks.length ? settle({ blocks, prose: [], thinking: false }, lines, false).code : null;
        closed = code !== null && programFacts(code).shows;
      }
      return closed;
    },
    end(finish) {
      if (rest !== "") take(withoutCarriageReturn(rest));
      rest = "";
      return settle(reader.parts(), lines, finish !== "stop");
    },
  };
}

/** Parses a reply that is complete. */
export function parseReply(text: string, finish: ReplyFinish): ParsedReply {
  const parser = createReplyParser();
  parser.push(text);
  return parser.end(finish);
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function settle(read: ReplyParts, lines: readonly string[], cut: boolean): ParsedReply {
  const parts = withHonestStrings(read, lines);
  const chosen = chooseProgram(parts.blocks, cut) ?? (parts.blocks.length === 0 ? bareReply(parts.prose, cut) : null);
  if (chosen === null || chosen.code.trim() === "") {
    if (cut) return problem("truncated", null);
    return problem(lines.every((line) => line.trim() === "") ? "empty" : "no-code", null);
  }
  if (chosen.truncated) return problem("truncated", chosen.code);
  const elisions = checkElidedBody(parsePython(chosen.code));
  if (elisions.length > 0) return { code: null, problem: "elided", withheld: chosen.code, findings: elisions };
  return { code: chosen.code, problem: null, withheld: null, findings: [] };
}

/** A block that took a closing fence for text and does not parse has a string that the model forgot to close: fences win from there on. */
function withHonestStrings(parts: ReplyParts, lines: readonly string[]): ReplyParts {
  const suspect = parts.blocks.findIndex((block) => block.swallowedFence && parsePython(block.lines.join("\n")).broken);
  if (suspect === -1) return parts;
  const reader = createReplyReader(suspect);
  for (const line of lines) reader.line(line);
  return reader.parts();
}

/** No fence and no tag: perhaps all of it is code, or JSON with the code in it. */
function bareReply(prose: readonly string[], cut: boolean): ChosenProgram | null {
  const first = prose.find((line) => line.trim() !== "")?.trim() ?? "";
  if (first.startsWith("{") || first.startsWith("[{")) {
    const program = programOfToolCall(prose.join("\n"));
    if (program !== null) return { code: program, truncated: false };
  }
  return bareProgram(prose, cut);
}

function problem(kind: "empty" | "no-code" | "truncated", withheld: string | null): ParsedReply {
  const message = { empty: "the reply is empty", "no-code": "the reply holds no Python program", truncated: "the reply was cut off before the program ended" }[
    kind
  ];
  const fix =
    kind === "truncated"
      ? "Write a shorter program, without comments, and close the code block."
      : "Answer with one complete Python program in a ```python code block.";
  return { code: null, problem: kind, withheld, findings: [{ check: `reply-${kind}`, severity: "error", message, fix, line: null, column: null }] };
}
