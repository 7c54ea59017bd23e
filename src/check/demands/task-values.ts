/** What a task gives a program to work with, as its words show it. */
export interface TaskValues {
  /** Numbers that stand for themselves, in order, without 0, 1 and 2: programs write those in many ways. */
  readonly numbers: readonly number[];
  /** Texts in quotes. */
  readonly texts: readonly string[];
}

/** A quote opens after a space or a bracket and closes before one: an apostrophe does neither. */
const QUOTED = /(?<=^|[\s([{,:=])(['"“‘])(?=\S)([^\n]{1,400}?)(?<=\S)(?:\1|[”’])(?=$|[\s)\]},.:;?!])/gmu;

/** A number that no letter, and no part of a word such as `3-digit` or `SHA-256`, hangs on; thousands may be parted by commas. */
const NUMBER = /(?<![\p{L}\p{N}_.]|\p{L}-)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{L}\p{N}_]|-\p{L}|\.\d|\s+digits?\b)/gu;

/** Numbers of a list's own items, as in `1. Read the file`. */
const ITEM_NUMBER = /^\s*\d+[.)]\s/gm;

/** Finds the values that a program for this task must hold in some form. Guesses on the safe side: what may be only a way of speaking is left out. */
export function taskValues(task: string): TaskValues {
  const words = task.replace(ITEM_NUMBER, "");
  const texts = [...words.matchAll(QUOTED)].map(([, , text = ""]) => text);
  const numbers = [...words.matchAll(NUMBER)].map(([text]) => Number(text.replaceAll(",", ""))).filter((number) => ![0, 1, 2].includes(number));
  return { numbers: [...new Set(numbers)], texts: [...new Set(texts)] };
}
