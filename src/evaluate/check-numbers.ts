import type { Judgement } from "./check-answer.ts";
import type { AnswerCheck } from "./evaluation-suite.ts";
import { isClose, numbersIn, wholeNumbersIn } from "./numbers-in.ts";

type NumberCheck = Extract<AnswerCheck, { type: "last_number" | "numbers_seq" | "numbers_all" | "number_range" | "pairs" }>;

/** Checks of the numbers in an output. Words around them do not matter. */
export function checkNumbers(check: NumberCheck, text: string, lines: readonly string[]): Judgement {
  const numbers = numbersIn(text);
  switch (check.type) {
    case "last_number":
      return checkLast(check, text, numbers, lines);
    case "numbers_seq": {
      const { value } = check;
      const tail = numbers.slice(-value.length);
      const right = check.exact === true ? equal(numbers, value) || (equal(tail, value) && numbers.length <= value.length + 2) : contains(numbers, value);
      return { right, reason: numbers.slice(0, 20).join(" ") };
    }
    case "numbers_all": {
      const absent = check.value.filter((wanted) => !numbers.some((number) => isClose(number, wanted)));
      return { right: absent.length === 0, reason: absent.length === 0 ? "" : `missing ${absent.join(", ")}` };
    }
    case "number_range": {
      const inside = (number: number) => number >= check.lo && number <= check.hi;
      return { right: numbers.some((number) => inside(number) || (check.pct === true && inside(number / 100))), reason: numbers.slice(-3).join(" ") };
    }
    case "pairs":
      return checkPairs(check.value, lines);
  }
}

/** The last number counts; in a single line any does, since the question may be repeated behind it. */
function checkLast(check: Extract<AnswerCheck, { type: "last_number" }>, text: string, numbers: readonly number[], lines: readonly string[]): Judgement {
  const reason = numbers.slice(-3).join(" ");
  if (typeof check.value === "string" || Math.abs(check.value) > Number.MAX_SAFE_INTEGER) {
    return { right: wholeNumbersIn(text).at(-1) === BigInt(check.value), reason };
  }
  const wanted = check.value;
  const got = check.abs === true ? numbers.map(Math.abs) : numbers;
  const last = got.at(-1);
  return { right: last !== undefined && (isClose(last, wanted) || (lines.length === 1 && got.some((number) => isClose(number, wanted)))), reason };
}

function checkPairs(pairs: Readonly<Record<string, number>>, lines: readonly string[]): Judgement {
  if (lines.length === 1) return { right: false, reason: "all on one line" };
  for (const [name, wanted] of Object.entries(pairs)) {
    const line = lines.findLast((candidate) => candidate.includes(name));
    if (line === undefined || !numbersIn(line).some((number) => isClose(number, wanted))) return { right: false, reason: `${name}: ${line ?? "no line"}` };
  }
  return { right: true, reason: "" };
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((number, index) => number === b[index]);
}

function contains(numbers: readonly number[], wanted: readonly number[]): boolean {
  return numbers.some((_, index) => equal(numbers.slice(index, index + wanted.length), wanted));
}
