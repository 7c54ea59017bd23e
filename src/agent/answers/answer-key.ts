import { type ExecutionResult, streamText } from "#domain/execution-result.ts";

/** The part of a result that a person sees as its answer. */
type Answer = Pick<ExecutionResult, "output" | "displays" | "result">;

/** A minus counts only where nothing stands before it: in a date it parts. */
const NUMBER = /(?:(?<![\w.)])-)?(?:\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/g;
const DIGITS = 6;

/**
 * What an answer says, without how it says it: its numbers in order, to six digits; where there are none, its words, however they are spaced.
 * Two answers with the same key count as the same. An answer without text is known by its figures and tables.
 */
export function answerKey(result: Answer): string {
  const text = answerText(result);
  const numbers = [...text.matchAll(NUMBER)].map(([match]) => normalNumber(match));
  if (numbers.length > 0) return `numbers ${numbers.join(" ")}`;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+|[#.*+\-=/|\\]{2,}/gu);
  if (words !== null) return `words ${words.join("")}`;
  return text.trim() === "" ? `shown ${result.displays.map((display) => Object.keys(display.data).sort().join("+")).join(" ")}` : `text ${text.trim()}`;
}

/** The numbers of an answer, in order. */
export function answerNumbers(result: Answer): number[] {
  return [...answerText(result).matchAll(NUMBER)].map(([match]) => Number(match.replaceAll(",", "")));
}

/** The output, or the last value where nothing was printed. */
export function answerText(result: Answer): string {
  const output = streamText(result, "stdout");
  return output.trim() === "" ? (result.result?.data["text/plain"] ?? "") : output;
}

function normalNumber(text: string): string {
  const plain = text.replaceAll(",", "");
  const value = Number(plain);
  if (!Number.isFinite(value) || (/^-?\d+$/.test(plain) && !Number.isSafeInteger(value))) return plain;
  return String(Number(value.toPrecision(DIGITS + Math.max(0, Math.ceil(Math.log10(Math.abs(value) + 1)) - DIGITS))));
}

/** Whether two results show the same: figures byte for byte, text by its key. What shows nothing is the same as nothing. */
export function sameAnswer(one: Answer, other: Answer): boolean {
  const silent = answerText(one).trim() === "" && one.displays.length === 0;
  return !silent && answerKey(one) === answerKey(other) && JSON.stringify(one.displays) === JSON.stringify(other.displays);
}
