import type { AnswerDemand } from "./answer-demand.ts";

const ISO_DATE = /\b\d{4}-(\d\d)-\d\d\b/g;
const MONTH_WORD = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/gi;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** What an answer can be at all: a share of more than 1 is none. */
export const RANGE_DEMANDS: readonly AnswerDemand[] = [
  {
    check: "range",
    asked: /\b(?:fraction|share|proportion|probability)\b/i,
    met: ({ numbers, text }) => numbers.length === 0 || /%/.test(text) || isShare(numbers.at(-1) ?? 0),
    message: "the task asks for a share, the answer is 0 or more than 1",
    fix: "The share is the count divided by the total, between 0 and 1.",
  },
  {
    check: "range",
    asked: /\bcorrelation\b/i,
    met: ({ numbers }) => Math.abs(numbers.at(-1) ?? 0) <= 1,
    message: "the task asks for a correlation, the answer is more than 1",
    fix: "A correlation is the covariance divided by both standard deviations, between -1 and 1.",
  },
  {
    check: "range",
    asked: /\bhow many\b/i,
    met: ({ numbers }) => numbers.length !== 1 || (Number.isInteger(numbers[0]) && (numbers[0] ?? 0) > 0),
    message: "the task asks how many, the answer is no whole number above 0",
    fix: "The answer is a whole number above 0.",
  },
  {
    check: "range",
    asked:
      /^(?!.*\b(?:after|before|from|until|to|since|ago|later)\b.*\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b)/is,
    met: ({ text }, task) => {
      const asked = new Set([...task.matchAll(MONTH_WORD)].map(([word]) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1));
      const shown = [...text.matchAll(ISO_DATE)].map(([, month]) => Number(month));
      return asked.size !== 1 || shown.length < 2 || shown.every((month) => asked.has(month));
    },
    message: "the answer has dates of other months than the task speaks of",
    fix: "Only dates of the month that is asked for are printed.",
  },
  {
    check: "range",
    asked: /\b(?:numbers?|integers|primes|squares|cubes|multiples|palindromes|years)\b[^.\n]{0,30}?\b(?:between|from)\s+(\d+)\s+(?:and|to)\s+(\d+)\b/i,
    met: ({ lines, numbers, text }, _task, [, low, high]) =>
      numbers.length < 3 ||
      lines.some((line) => /[A-Za-z=*+/]/.test(line)) ||
      /\d\.\d/.test(text) ||
      numbers.every((number) => number >= Number(low) && number <= Number(high)),
    message: "the answer has numbers outside the range that the task gives",
    fix: "Only numbers within the range that is asked for are printed.",
  },
];

/** Nothing at all is a share, too, but nobody asks for that. */
function isShare(number: number): boolean {
  return number > 0 && number <= 1;
}
