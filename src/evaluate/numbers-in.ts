const NUMBER = /-?\d+(?:,\d{3})+(?:\.\d+)?|-?\d+\.\d+(?:[eE][-+]?\d+)?|-?\d+/g;

/** All numbers in a text, in order; thousands separators are read over. */
export function numbersIn(text: string): number[] {
  return [...text.matchAll(NUMBER)].map(([match]) => Number(match.replaceAll(",", "")));
}

/** Whole numbers in a text, exact at any length. */
export function wholeNumbersIn(text: string): bigint[] {
  return [...text.replaceAll(",", "").matchAll(/-?\d+/g)].map(([match]) => BigInt(match));
}

/** Whether a printed number is the wanted one: whole numbers exactly, others to two decimals, or six digits where they are large. */
export function isClose(actual: number, wanted: number): boolean {
  if (Number.isInteger(wanted)) return Math.abs(actual - wanted) < Math.min(0.5, 1e-6 * Math.max(1, Math.abs(wanted)));
  return Math.abs(actual - wanted) <= Math.max(0.006, 1e-6 * Math.abs(wanted));
}
