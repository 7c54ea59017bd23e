import type { TaskValues } from "./task-values.ts";

/** Every number in a text, in names and in texts as well: `2024-05-10` holds 2024, 5 and 10. */
const DIGITS = /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const POWER = /(\d+)\s*\*\*\s*(\d+)/g;

/**
 * The values of a task that its program holds in no form: a sign that it solves another task. `range(1, 11)` holds 10, `0.005` and `1.005` hold 0.5 (per cent).
 * @returns as they are written for a person: numbers, and quoted texts
 */
export function unusedValues(values: TaskValues, code: string): string[] {
  const held = numbersIn(code);
  const numbers = values.numbers.filter((number) => !formsOf(number).some((form) => has(held, form)));
  const texts = values.texts.filter((text) => !holdsText(code, text));
  return [...numbers.map(String), ...texts.map((text) => `'${text}'`)];
}

function numbersIn(code: string): number[] {
  const plain = [...code.matchAll(DIGITS)].flatMap(([text]) => [Number(text.replaceAll("_", "")), ...text.split(".").map(Number)]);
  const powers = [...code.matchAll(POWER)].map(([, base, exponent]) => Number(base) ** Number(exponent));
  return [...plain, ...powers].filter(Number.isFinite);
}

/** How a program may write a number: as it is, as a bound beside it, as a share, as a factor of growth or decline. */
function formsOf(number: number): number[] {
  return [number, number + 1, number - 1, number / 100, 1 + number / 100, 1 - number / 100, number * 100];
}

function has(held: readonly number[], wanted: number): boolean {
  return held.some((number) => Math.abs(number - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted)));
}

/** Whether each word of a text stands in the code: a program may hold it whole, or as a list of its words. */
function holdsText(code: string, text: string): boolean {
  const plain = code.replaceAll("\\", "");
  if (plain.includes(text.replaceAll("\\", ""))) return true;
  const words = text.match(/[\p{L}\p{N}]+/gu);
  if (words === null) return true;
  return words.every((word) => plain.includes(word));
}
