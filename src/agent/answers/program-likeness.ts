import { programEssence } from "#agent/attempt/same-program.ts";

/** How alike two programs are as text, comments aside: the share of neighbouring words that they have in common, 0 to 1 (Dice's coefficient over bigrams). */
export function programLikeness(one: string, other: string): number {
  const first = bigrams(one);
  const second = bigrams(other);
  const size = total(first) + total(second);
  if (size === 0) return 1;
  let common = 0;
  for (const [pair, count] of first) common += Math.min(count, second.get(pair) ?? 0);
  return (2 * common) / size;
}

function bigrams(code: string): Map<string, number> {
  const words = programEssence(code).match(/[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|[^\s\p{L}\p{N}_]/gu) ?? [];
  const pairs = new Map<string, number>();
  for (const [at, word] of words.entries()) {
    const pair = `${words[at - 1] ?? ""} ${word}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function total(pairs: ReadonlyMap<string, number>): number {
  return [...pairs.values()].reduce((sum, count) => sum + count, 0);
}
