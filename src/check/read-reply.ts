import type { ReplyBlock, ReplyParts } from "./reply-block.ts";
import { CODE_TAG, PERSON_LINE, PYTHON_TAG, ROLE_TOKEN, STOP_TOKEN, THINK_TAG, TOOL_TAG } from "./reply-markers.ts";
import { type OpenString, scanLine, searchOutsideStrings } from "./scan-line.ts";
import { programOfToolCall } from "./tool-call.ts";

/**
 * Takes a reply apart, line by line. A small machine with five states:
 *
 *   prose --fence--> fence --closing fence--> prose
 *   prose --<code>--> tag --</code>--> prose
 *   prose --<tool_call>--> tool --</tool_call>--> prose
 *   prose --<think>--> think --</think>--> prose
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
  language: string;
  lines: string[];
  introduction: string;
  swallowedFence: boolean;
}

type State =
  | { readonly kind: "prose" }
  | { readonly kind: "think" }
  | { readonly kind: "ended" }
  | { readonly kind: "tag"; readonly block: OpenBlock; readonly end: RegExp | null }
  | { readonly kind: "tool"; readonly block: OpenBlock }
  | {
      readonly kind: "fence";
      readonly block: OpenBlock;
      readonly mark: string;
      readonly indent: number;
      readonly quoted: boolean;
      string: OpenString;
    };

const FENCE_LINE = /^((?:\s*>)?\s*(?:(?:[-*+]|\d+[.)])\s+)?)(`{3,}|~{3,})(.*)$/;
const FENCE_AFTER_PROSE = /^(.*\S)\s*(`{3,})\s*(python3?|py)\s*$/i;
const TOOL_END = /<\/(?:tool_call|tool_use|function_call|function)>/i;
const PYTHON_NAME = /^(?:python|python3|py|py3)$/i;

/** @param trustStringsBefore number of the block from which on an open triple-quoted string no longer protects a closing fence */
export function createReplyReader(trustStringsBefore = Number.POSITIVE_INFINITY): ReplyReader {
  let state: State = { kind: "prose" };
  let blocks: ReplyBlock[] = [];
  let prose: string[] = [];

  const open = (language: string): OpenBlock => ({
    language: language.toLowerCase(),
    lines: [],
    introduction: prose.findLast((line) => line.trim() !== "") ?? "",
    swallowedFence: false,
  });
  const finish = (block: OpenBlock, closed: boolean) => {
    blocks.push({ ...block, closed });
    state = { kind: "prose" };
  };
  const discard = () => {
    blocks = [];
    prose = [];
    state = { kind: "prose" };
  };

  function readLine(line: string): void {
    switch (state.kind) {
      case "ended":
        return;
      case "think":
        return readThinking(line);
      case "prose":
        return readProse(line);
      case "fence":
        return readFence(state, line);
      case "tag":
        return readTag(state, line);
      case "tool":
        return readTool(state, line);
    }
  }

  function readThinking(line: string): void {
    for (const match of line.matchAll(THINK_TAG)) {
      if (match[1] !== "/") continue;
      state = { kind: "prose" };
      return readProse(line.slice(match.index + match[0].length));
    }
  }

  function readProse(raw: string): void {
    const line = cutTokens(raw);
    if (line === null) return;
    const fence = FENCE_LINE.exec(line);
    if (fence !== null) return openFence(fence[1] ?? "", fence[2] ?? "", fence[3] ?? "");
    const late = FENCE_AFTER_PROSE.exec(line);
    if (late !== null) {
      prose.push(late[1] ?? "");
      return openFence("", late[2] ?? "", late[3] ?? "");
    }
    const think = line.matchAll(THINK_TAG).next().value;
    if (think !== undefined) {
      const rest = line.slice(think.index + think[0].length);
      if (think[1] === "/") {
        discard(); // the template opened the thinking before the reply began
        return readProse(rest);
      }
      if (think.index > 0) prose.push(line.slice(0, think.index));
      state = { kind: "think" };
      return readThinking(rest);
    }
    const python = line.matchAll(PYTHON_TAG).next().value;
    if (python !== undefined) {
      const rest = line.slice(python.index + python[0].length);
      state = rest.trimStart().startsWith("{") ? { kind: "tool", block: open("python") } : { kind: "tag", block: open("python"), end: null };
      return rest.trim() === "" ? undefined : readLine(rest);
    }
    const tool = TOOL_TAG.exec(line);
    if (tool !== null) {
      state = { kind: "tool", block: open("python") };
      return readLine(line.slice(tool[0].length));
    }
    const tag = CODE_TAG.exec(line);
    if (tag !== null) {
      state = { kind: "tag", block: open("python"), end: new RegExp(`</${tag[1]}>`, "i") };
      const rest = line.slice(tag[0].length);
      return rest.trim() === "" ? undefined : readLine(rest);
    }
    if (blocks.length > 0 && PERSON_LINE.test(line)) state = { kind: "ended" };
    else prose.push(line);
  }

  function openFence(prefix: string, mark: string, info: string): void {
    const inline = new RegExp(`^(.*\\S)\\s*${mark}\\s*$`).exec(info);
    const text = inline?.[1] ?? info;
    const [word = "", ...others] = text.trim().split(/\s+/);
    const language = word.replace(/^\{?\.?/, "").replace(/[}:,].*$/, "");
    const isLanguage = /^[\w+#-]*$/.test(language) && (inline === null || PYTHON_NAME.test(language));
    const rest = isLanguage ? (others.join(" ") === "" ? "" : text.trim().slice(word.length).trim()) : text.trim();
    const block = open(isLanguage ? language : "");
    if (/^(?:markdown|md)$/i.test(block.language)) return; // a wrapper around the whole reply
    const holdsCode = !isLanguage || (PYTHON_NAME.test(language) && !/^(?:\{|\w+\s*=\s*["'{]|linenums|title|filename)/.test(rest));
    if (rest !== "" && holdsCode) block.lines.push(rest);
    if (inline !== null) return finish(block, true);
    const quoted = /^\s*>/.test(prefix);
    state = { kind: "fence", block, mark, indent: quoted ? 0 : prefix.length, quoted, string: null };
    if (block.lines.length > 0) state.string = scanLine(rest, null).open;
  }

  function readFence(fence: State & { kind: "fence" }, raw: string): void {
    const trusted = blocks.length < trustStringsBefore;
    const protectedBy = trusted ? fence.string : null;
    let line = fence.quoted ? raw.replace(/^\s*> ?/, "") : raw;
    if (protectedBy === null && /^\s*<\/(?:think|thinking|thought|reasoning)>\s*$/i.test(line)) return discard();
    const stop = searchOutsideStrings(line, STOP_TOKEN, protectedBy);
    if (stop !== -1) line = line.slice(0, stop);
    const mark = new RegExp(`^\\s*${fence.mark[0]}{${fence.mark.length},}\\s*$`);
    if (mark.test(line)) {
      if (protectedBy === null) {
        finish(fence.block, true);
        if (stop !== -1) state = { kind: "ended" };
        return;
      }
      fence.block.swallowedFence = true;
    }
    const next = FENCE_LINE.exec(line);
    if (protectedBy === null && next?.[2]?.[0] === fence.mark[0] && /^\s*[\w+#-]+\s*$/.test(next?.[3] ?? "")) {
      finish(fence.block, false);
      return openFence(next?.[1] ?? "", next?.[2] ?? "", next?.[3] ?? "");
    }
    const trailing = searchOutsideStrings(line.trimEnd(), new RegExp(`${fence.mark}$`, "g"), protectedBy);
    if (trailing > 0) {
      fence.block.lines.push(withoutIndent(line.slice(0, trailing).trimEnd(), fence.indent));
      return finish(fence.block, true);
    }
    fence.string = scanLine(line, protectedBy).open;
    if (stop === -1 || line.trim() !== "") fence.block.lines.push(withoutIndent(line, fence.indent));
    if (stop !== -1) {
      finish(fence.block, false);
      state = { kind: "ended" };
    }
  }

  function readTag(tag: State & { kind: "tag" }, raw: string): void {
    const end = tag.end?.exec(raw) ?? null;
    const stop = searchOutsideStrings(raw, STOP_TOKEN, null);
    if (end !== null) {
      if (raw.slice(0, end.index).trim() !== "") tag.block.lines.push(raw.slice(0, end.index));
      finish(unfenced(tag.block), true);
      return readProse(raw.slice(end.index + end[0].length));
    }
    if (stop === -1) {
      tag.block.lines.push(raw);
      return;
    }
    if (raw.slice(0, stop).trim() !== "") tag.block.lines.push(raw.slice(0, stop));
    finish(unfenced(tag.block), tag.end === null);
    state = { kind: "ended" };
  }

  function readTool(tool: State & { kind: "tool" }, raw: string): void {
    const end = TOOL_END.exec(raw) ?? STOP_TOKEN_ONCE.exec(raw);
    tool.block.lines.push(end === null ? raw : raw.slice(0, end.index));
    if (end === null) return;
    finishTool(tool.block);
    if (!end[0].startsWith("</")) state = { kind: "ended" };
  }

  function finishTool(block: OpenBlock): void {
    const program = programOfToolCall(block.lines.join("\n"));
    finish({ ...block, lines: (program ?? "").split("\n") }, program !== null);
  }

  /** Cuts turn tokens out of a line of prose; null when the line was nothing else, or the turn ended. */
  function cutTokens(raw: string): string | null {
    const stop = STOP_TOKEN_ONCE.exec(raw);
    const before = stop === null ? raw : raw.slice(0, stop.index);
    let cut = false;
    let ended = false;
    const line = before.replace(ROLE_TOKEN, (_token, ...groups: unknown[]) => {
      cut = true;
      const role = groups.slice(0, 5).find((group) => typeof group === "string" && group !== "");
      if (blocks.length > 0 || (role !== undefined && role !== "assistant" && role !== "model")) ended = true;
      return "";
    });
    if (ended) {
      state = { kind: "ended" };
      return null;
    }
    if (stop === null) return cut && line.trim() === "" ? null : line;
    if (line.trim() !== "") readProse(line);
    if (state.kind === "prose" && (blocks.length > 0 || prose.some((text) => text.trim() !== ""))) state = { kind: "ended" };
    return null;
  }

  function parts(): ReplyParts {
    const all = [...blocks];
    if (state.kind === "fence") all.push({ ...state.block, lines: [...state.block.lines], closed: false });
    if (state.kind === "tag") all.push({ ...unfenced(state.block), closed: state.end === null });
    if (state.kind === "tool") {
      const program = programOfToolCall(state.block.lines.join("\n"));
      all.push({ ...state.block, lines: (program ?? "").split("\n"), closed: program !== null });
    }
    return { blocks: all, prose, thinking: state.kind === "think" };
  }

  return { line: readLine, parts };
}

const STOP_TOKEN_ONCE = new RegExp(STOP_TOKEN.source);

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
