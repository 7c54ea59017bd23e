import type { CodeTags } from "#prompt/code-agent/code-tags.ts";

export type ReadCode = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly message: string };

/** The fall-back that CodeAgent knows beside its tags. */
const FENCE = /```(?:python|py)(.*?)\n```/gs;

/**
 * Finds the code of a reply as smolagents 1.26 does: all blocks between the tags, else all python fences, else the reply itself where it is
 * Python. Fences without a language, and blocks that are not closed, are none.
 * @param isPython whether a text compiles
 */
export async function readCode(text: string, tags: CodeTags, isPython: (text: string) => Promise<boolean>): Promise<ReadCode> {
  const found = blocks(text, new RegExp(`${tags.open}(.*?)${tags.close}`, "gs")) || blocks(text, FENCE);
  if (found !== "") return { ok: true, code: keepFinalAnswer(found) };
  if (await isPython(text)) return { ok: true, code: keepFinalAnswer(text) };
  return { ok: false, message: `Error in code parsing:\n${refusal(text, tags)}\nMake sure to provide correct code blobs.` };
}

/** A variable that is called like the tool would hide it: smolagents renames it where the tool is called, too. */
function keepFinalAnswer(code: string): string {
  if (!code.includes("final_answer(") || !/(?<![.\w])\bfinal_answer\s*=/.test(code)) return code;
  return code
    .replace(/(?<![.\w])(\bfinal_answer)(\s*=)/g, "final_answer_variable$2")
    .replace(/(?<![.\w])(\bfinal_answer\b)(?!\s*\()/g, "final_answer_variable");
}

function blocks(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? "").trim()).join("\n\n");
}

/** The package's own words, with the indentation that its source leaves in them when the reply has several lines. */
function refusal(text: string, { open, close }: CodeTags): string {
  const answers = text.includes("final") && text.includes("answer");
  const advice = answers
    ? ["It seems like you're trying to return the final answer, you can do it as follows:", open, 'final_answer("YOUR FINAL ANSWER HERE")', close]
    : ["Make sure to include code with the correct pattern, for instance:", "Thoughts: Your thoughts", open, "# Your python code here", close];
  const lines = [
    `Your code snippet is invalid, because the regex pattern ${open}(.*?)${close} was not found in it.`,
    "Here is your code snippet:",
    text,
    ...advice,
  ];
  const indent = " ".repeat(answers ? 16 : 12);
  return dedent(lines.map((line) => indent + line).join("\n")).trim();
}

/** Takes the indentation off that all lines share. */
function dedent(text: string): string {
  const lines = text.split("\n").map((line) => (line.trim() === "" ? "" : line));
  const margins = lines.filter((line) => line !== "").map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...margins);
  return lines.map((line) => line.slice(margin)).join("\n");
}
