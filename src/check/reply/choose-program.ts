import { type ProgramFacts, programFacts } from "#check/python/program-facts.ts";
import { checkElidedBody } from "#check/static/elided-body.ts";
import { cleanProgram } from "./clean-program.ts";
import { endsUnfinished } from "./ends-unfinished.ts";
import type { ReplyBlock } from "./reply-block.ts";
import { ALTERNATIVE_CUE, OUTPUT_CUE, PART_CUE } from "./reply-markers.ts";

/** A block that may be the program, or a part of it. */
interface Candidate {
  readonly block: ReplyBlock;
  readonly code: string;
  readonly facts: ProgramFacts;
  /** Compiles as far as the grammar can tell, is complete, and leaves nothing out. */
  readonly whole: boolean;
  readonly truncated: boolean;
}

export interface ChosenProgram {
  readonly code: string;
  readonly truncated: boolean;
}

const PYTHON = /^(?:python|python3|py|py3|ipython|ipython3|pycon|python-repl|python_repl|python-console|jupyter|tool_code|pyodide|sage)$/;
const PLAIN = /^(?:code|none|plain|plaintext|text|txt)?$/;

/**
 * Chooses what to run from the blocks of a reply: the last program that shows something, with those earlier blocks that it needs.
 * Blocks that hold data, output, shell commands or another language are left out.
 * @param cut whether the reply ended before the model meant to end it
 * @returns null when no block holds a program
 */
export function chooseProgram(blocks: readonly ReplyBlock[], cut: boolean): ChosenProgram | null {
  const tagged = blocks.some((block) => PYTHON.test(block.language));
  const candidates = blocks.filter((block) => block.lines.some((line) => line.trim() !== "")).flatMap((block) => candidateOf(block, tagged, cut));
  const whole = candidates.filter((candidate) => candidate.whole);
  if (whole.length === 0) {
    const last = candidates.at(-1);
    return last === undefined ? null : { code: last.code, truncated: last.truncated };
  }
  const parts = partsOf(whole);
  const truncatedPart = candidates.at(-1);
  if (truncatedPart?.truncated && !whole.some((candidate) => candidate.facts.shows)) return { code: truncatedPart.code, truncated: true };
  return { code: parts.map((part) => part.code).join("\n\n"), truncated: false };
}

function candidateOf(block: ReplyBlock, othersAreTagged: boolean, cut: boolean): Candidate[] {
  const python = PYTHON.test(block.language);
  if (!python && !PLAIN.test(block.language)) return [];
  const code = cleanProgram(block.lines);
  if (code.trim() === "") return [];
  const facts = programFacts(code);
  const truncated = !block.closed && (cut || endsUnfinished(code));
  if (!python) {
    if (!facts.looksLikeCode || OUTPUT_CUE.test(block.introduction)) return [];
    if (facts.python.broken && (othersAreTagged || !startsLikeCode(code))) return [];
  }
  const whole = !truncated && !facts.python.broken && checkElidedBody(facts.python).length === 0;
  return [{ block, code, facts, whole, truncated }];
}

function startsLikeCode(code: string): boolean {
  return /^(?:import\s+\w|from\s+\w[\w.]*\s+import\b|def\s+\w+\s*\(|class\s+\w+|print\s*\(|\w+\s*=[^=])/m.test(code);
}

/** Walks back from the last block that shows something and takes in what it lacks. */
function partsOf(candidates: readonly Candidate[]): Candidate[] {
  const target = Math.max(
    candidates.findLastIndex((candidate) => candidate.facts.shows),
    candidates.some((candidate) => candidate.facts.shows) ? 0 : candidates.length - 1,
  );
  const goal = candidates[target];
  if (goal === undefined) return [];
  const parts = [goal];
  const needed = new Set(goal.facts.missing);
  const taken = new Set(goal.facts.bound);
  for (let index = target - 1; index >= 0; index -= 1) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    const supplies = candidate.facts.bound.some((name) => needed.has(name));
    if (!supplies && !continues(candidate, parts[0] ?? goal, taken)) continue;
    parts.unshift(candidate);
    for (const name of candidate.facts.bound) {
      needed.delete(name);
      taken.add(name);
    }
    for (const name of candidate.facts.missing) needed.add(name);
  }
  return parts;
}

/** Two blocks that need nothing of each other are steps of one program only when the prose says so and they bind different names. */
function continues(earlier: Candidate, later: Candidate, taken: ReadonlySet<string>): boolean {
  if (earlier.facts.bound.some((name) => taken.has(name)) || ALTERNATIVE_CUE.test(later.block.introduction)) return false;
  return PART_CUE.test(later.block.introduction) && earlier.facts.missing.length === 0;
}
