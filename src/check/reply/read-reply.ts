import { closesFence, type FenceOpening, openingFence, opensAnother } from "./fence-line.ts";
import type { ReplyBlock, ReplyParts } from "./reply-block.ts";
import { CODE_TAG, PERSON_LINE, PYTHON_TAG, THINK_TAG, TOOL_TAG } from "./reply-markers.ts";
import { type OpenString, scanLine, searchOutsideStrings } from "./scan-line.ts";
import { programOfToolCall } from "./tool-call.ts";
import { FIRST_STOP_TOKEN, readTurnTokens, STOP_TOKEN } from "./turn-tokens.ts";

/**
 * Takes a reply apart, line by line. A small machine:
 *
 *   prose --fence--> fence --closing fence--> prose
 *   prose --<code>--> tag --</code>--> prose
 *   prose --<tool_call>--> tool --</tool_call>--> prose
 *   prose --<think>--> think --</think>--> prose
 *   any --stop token, another speaker--> ended
 *
 * Each step reads a line, or what is left of it, and answers with what is left for the next state.
 *
 * A closing fence inside an open triple-quoted string is text of the program. When a model forgot to close its string this swallows the
 * rest of the reply; the caller then reads it again with `trustStringsBefore` set to that block's number.
 */
export interface ReplyReader {
  /** One line, without its line end. */
  line(text: string): void;
  /** The parts so far; the last block may still be open. */
  parts(): ReplyParts;
}

interface OpenBlock {
  readonly language: string;
  readonly lines: string[];
  readonly introduction: string;
  swallowedFence: boolean;
}

interface FenceState {
  readonly kind: "fence";
  readonly block: OpenBlock;
  readonly opening: FenceOpening;
  string: OpenString;
}
interface TagState {
  readonly kind: "tag";
  readonly block: OpenBlock;
  readonly end: RegExp | null;
}
interface ToolState {
  readonly kind: "tool";
  readonly block: OpenBlock;
}
type State = { readonly kind: "prose" } | { readonly kind: "think" } | { readonly kind: "ended" } | TagState | ToolState | FenceState;

/** What is left of the line; null when it is used up. */
type Rest = string | null;

const TOOL_END = /<\/(?:tool_call|tool_use|function_call|function)>/i;
const LATE_THINK_END = /^\s*<\/(?:think|thinking|thought|reasoning)>\s*$/i;

/** @param trustStringsBefore number of the block from which on an open triple-quoted string no longer protects a closing fence */
export function createReplyReader(trustStringsBefore = Number.POSITIVE_INFINITY): ReplyReader {
  let state: State = { kind: "prose" };
  let blocks: ReplyBlock[] = [];
  let prose: string[] = [];

  const newBlock = (language: string): OpenBlock => ({
    language,
    lines: [],
    introduction: prose.findLast((line) => line.trim() !== "") ?? "",
    swallowedFence: false,
  });
  const finish = (block: OpenBlock, closed: boolean, ended = false) => {
    blocks.push({ ...block, closed });
    state = { kind: ended ? "ended" : "prose" };
  };
  /** All so far was thinking: its opening tag came before the reply, from the template. */
  const discard = () => {
    blocks = [];
    prose = [];
    state = { kind: "prose" };
  };

  function step(text: string): Rest {
    switch (state.kind) {
      case "ended":
        return null;
      case "think":
        return stepThink(text);
      case "prose":
        return stepProse(text);
      case "fence":
        return stepFence(state, text);
      case "tag":
        return stepTag(state, text);
      case "tool":
        return stepTool(state, text);
    }
  }

  function stepThink(text: string): Rest {
    for (const match of text.matchAll(THINK_TAG)) {
      if (match[1] !== "/") continue;
      state = { kind: "prose" };
      return text.slice(match.index + match[0].length);
    }
    return null;
  }

  function stepProse(raw: string): Rest {
    const turn = readTurnTokens(raw);
    if (turn.otherTurn || (turn.cut && !turn.stopped && blocks.length > 0)) {
      state = { kind: "ended" };
      return null;
    }
    const rest = turn.cut && turn.text.trim() === "" ? null : stepText(turn.text);
    if (!turn.stopped) return rest;
    for (let left = rest; left !== null; ) left = step(left);
    if (state.kind === "prose" && (blocks.length > 0 || prose.some((line) => line.trim() !== ""))) state = { kind: "ended" };
    return null;
  }

  function stepText(text: string): Rest {
    const fence = openingFence(text);
    if (fence !== null) return openFence(fence);
    const think = text.matchAll(THINK_TAG).next().value;
    if (think !== undefined) {
      if (think[1] === "/") discard();
      else {
        if (think.index > 0) prose.push(text.slice(0, think.index));
        state = { kind: "think" };
      }
      return text.slice(think.index + think[0].length);
    }
    const python = text.matchAll(PYTHON_TAG).next().value;
    if (python !== undefined) {
      const code = text.slice(python.index + python[0].length);
      state = code.trimStart().startsWith("{") ? { kind: "tool", block: newBlock("python") } : { kind: "tag", block: newBlock("python"), end: null };
      return code.trim() === "" ? null : code;
    }
    const tool = TOOL_TAG.exec(text);
    if (tool !== null) {
      state = { kind: "tool", block: newBlock("python") };
      return text.slice(tool[0].length);
    }
    const tag = CODE_TAG.exec(text);
    if (tag !== null) {
      state = { kind: "tag", block: newBlock("python"), end: new RegExp(`</${tag[1]}>`, "i") };
      const code = text.slice(tag[0].length);
      return code.trim() === "" ? null : code;
    }
    if (blocks.length > 0 && PERSON_LINE.test(text)) state = { kind: "ended" };
    else prose.push(text);
    return null;
  }

  function openFence(opening: FenceOpening): Rest {
    if (opening.before !== "") prose.push(opening.before);
    if (opening.language === "markdown" || opening.language === "md") return null; // a wrapper around the whole reply
    const block = newBlock(opening.language);
    if (opening.code !== "") block.lines.push(opening.code);
    if (opening.closed) finish(block, true);
    else state = { kind: "fence", block, opening, string: scanLine(opening.code, null).open };
    return null;
  }

  function stepFence(fence: FenceState, raw: string): Rest {
    const { block, opening } = fence;
    const string = blocks.length < trustStringsBefore ? fence.string : null;
    const full = opening.quoted ? raw.replace(/^\s*> ?/, "") : raw;
    if (string === null && LATE_THINK_END.test(full)) {
      discard();
      return null;
    }
    const stop = searchOutsideStrings(full, STOP_TOKEN, string);
    const line = stop === -1 ? full : full.slice(0, stop);
    if (closesFence(line, opening.mark)) {
      if (string === null) {
        finish(block, true, stop !== -1);
        return null;
      }
      block.swallowedFence = true;
    }
    const another = string === null ? opensAnother(line, opening.mark) : null;
    if (another !== null) {
      finish(block, false);
      return openFence(another);
    }
    const trailing = searchOutsideStrings(line.trimEnd(), new RegExp(`${opening.mark}$`, "g"), string);
    const code = withoutIndent(trailing > 0 ? line.slice(0, trailing).trimEnd() : line, opening.indent);
    if (stop === -1 || code.trim() !== "") block.lines.push(code);
    if (trailing > 0) finish(block, true, stop !== -1);
    else if (stop !== -1) finish(block, false, true);
    else fence.string = scanLine(line, string).open;
    return null;
  }

  function stepTag(tag: TagState, raw: string): Rest {
    const end = tag.end?.exec(raw) ?? null;
    const stop = end === null ? searchOutsideStrings(raw, STOP_TOKEN, null) : -1;
    const code = end !== null ? raw.slice(0, end.index) : stop === -1 ? raw : raw.slice(0, stop);
    if ((end === null && stop === -1) || code.trim() !== "") tag.block.lines.push(code);
    if (end !== null) {
      finish(unfenced(tag.block), true);
      return raw.slice(end.index + end[0].length);
    }
    if (stop !== -1) finish(unfenced(tag.block), tag.end === null, true);
    return null;
  }

  function stepTool(tool: ToolState, raw: string): Rest {
    const end = TOOL_END.exec(raw) ?? FIRST_STOP_TOKEN.exec(raw);
    tool.block.lines.push(end === null ? raw : raw.slice(0, end.index));
    if (end !== null) finishTool(tool.block, !end[0].startsWith("</"));
    return null;
  }

  function finishTool(block: OpenBlock, ended: boolean): void {
    const program = programOfToolCall(block.lines.join("\n"));
    finish({ ...block, lines: (program ?? "").split("\n") }, program !== null, ended);
  }

  function openParts(): ReplyBlock[] {
    if (state.kind === "fence") return [{ ...state.block, lines: [...state.block.lines], closed: false }];
    if (state.kind === "tag") return [{ ...unfenced(state.block), closed: state.end === null }];
    if (state.kind !== "tool") return [];
    const program = programOfToolCall(state.block.lines.join("\n"));
    return [{ ...state.block, lines: (program ?? "").split("\n"), closed: program !== null }];
  }

  return {
    line(text) {
      for (let rest: Rest = text; rest !== null; ) rest = step(rest);
    },
    parts: () => ({ blocks: [...blocks, ...openParts()], prose, thinking: state.kind === "think" }),
  };
}

/** A list item's indentation goes; what is indented less keeps what it has. */
function withoutIndent(line: string, indent: number): string {
  let cut = 0;
  while (cut < indent && (line[cut] === " " || line[cut] === "\t")) cut += 1;
  return line.slice(cut);
}

/** A tag around a fence: the fence's own lines go. */
function unfenced(block: OpenBlock): OpenBlock {
  const lines = [...block.lines];
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  if (/^\s*(?:`{3,}|~{3,})\s*[\w-]*\s*$/.test(lines[0] ?? "")) lines.shift();
  if (/^\s*(?:`{3,}|~{3,})\s*$/.test(lines.at(-1) ?? "")) lines.pop();
  return { ...block, lines };
}
