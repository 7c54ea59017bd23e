import type { Judgement } from "./check-answer.ts";
import type { AnswerCheck } from "./evaluation-suite.ts";
import { numbersIn } from "./numbers-in.ts";

type PuzzleCheck = Extract<AnswerCheck, { type: "hanoi" | "grid" | "groups" | "order" }>;

/** Checks of answers that are made of several lines. */
export function checkPuzzle(check: PuzzleCheck, text: string, lines: readonly string[]): Judgement {
  switch (check.type) {
    case "hanoi":
      return checkHanoi(check.disks, text, lines);
    case "grid": {
      const width = check.value[0]?.length ?? 0;
      const rows = lines.map((line) => line.replace(/[^.#]/g, "")).filter((row) => row.length === width);
      const got = rows.slice(-check.value.length);
      return { right: got.join("\n") === check.value.join("\n"), reason: got.join(" ") };
    }
    case "groups":
      return checkGroups(check.value, lines);
    case "order": {
      const low = text.toLowerCase();
      const positions = check.value.map((word) => low.indexOf(word.toLowerCase()));
      const ascending = positions.every((position, index) => position >= 0 && position >= (positions[index - 1] ?? 0));
      return { right: ascending && lines.length >= positions.length, reason: lines.slice(0, 5).join(" | ") };
    }
  }
}

/** Plays the printed moves; the last number must be how many there were. */
function checkHanoi(disks: number, text: string, lines: readonly string[]): Judgement {
  const rods: Record<string, number[]> = { A: Array.from({ length: disks }, (_, index) => disks - index), B: [], C: [] };
  let moves = 0;
  for (const line of lines) {
    if (!/move|->|to|→/i.test(line)) continue;
    const [from, to, ...more] = line.match(/\b[ABC]\b/g) ?? [];
    if (from === undefined || to === undefined || more.length > 0) continue;
    moves += 1;
    const disk = rods[from]?.pop();
    const top = rods[to]?.at(-1);
    if (disk === undefined || (top !== undefined && top < disk)) return { right: false, reason: `not allowed: ${line}` };
    rods[to]?.push(disk);
  }
  if (rods.C?.length !== disks) return { right: false, reason: `not solved in ${moves} moves` };
  const best = 2 ** disks - 1;
  return { right: moves === best && numbersIn(text).at(-1) === best, reason: `${moves} moves` };
}

function checkGroups(groups: readonly (readonly string[])[], lines: readonly string[]): Judgement {
  const known = new Set(groups.flat());
  const got = new Set<string>();
  for (const line of lines) {
    const words = [...new Set((line.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => known.has(word)))].sort();
    if (words.length > 0) got.add(words.join(" "));
  }
  const want = groups.map((group) => [...group].sort().join(" ")).sort();
  return { right: [...got].sort().join("|") === want.join("|"), reason: [...got].join(" | ") };
}
