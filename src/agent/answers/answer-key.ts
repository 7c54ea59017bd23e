import { type ExecutionResult, streamText } from "#domain/execution-result.ts";

/** The part of a result that a person sees as its answer. */
type Answer = Pick<ExecutionResult, "output" | "displays" | "result">;

/** A minus counts only where nothing stands before it: in a date it parts. Digits of a name such as `x1` are no number. */
const NUMBER = /(?:(?<![\w.)])-)?(?<![\p{L}_\d])(?:\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/gu;

/** Words that say something beside numbers: addresses, and what is so or not. */
const SAYING = /@\w|:\/\/|^(?:true|false)$/i;
const DIGITS = 6;

/**
 * What an answer says, without how it says it: its numbers in order, to six digits, with addresses, true and false between them; where there
 * are no numbers, its words, however they are spaced.
 * Two answers with the same key count as the same. An answer without text is known by its figures and tables.
 */
export function answerKey(result: Answer): string {
  const text = answerText(result);
  if (answerNumbers(result).length > 0) return `numbers ${text.split(/\s+/).flatMap(said).join(" ")}`;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+|[#.*+\-=/|\\]{2,}/gu);
  if (words !== null) return `words ${words.join("")}`;
  return text.trim() === "" ? `shown ${result.displays.map((display) => Object.keys(display.data).sort().join("+")).join(" ")}` : `text ${text.trim()}`;
}

/** The numbers of an answer, in order. */
export function answerNumbers(result: Answer): number[] {
  return [...answerText(result).matchAll(NUMBER)].map(([match]) => Number(match.replaceAll(",", "")));
}

/** What counts of a word of an answer with numbers. */
function said(word: string): string[] {
  const plain = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  return SAYING.test(plain) ? [plain.toLowerCase()] : [...word.matchAll(NUMBER)].map(([match]) => normalNumber(match));
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
