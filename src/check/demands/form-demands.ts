import type { AnswerDemand } from "./answer-demand.ts";

const ISO_DATE = /\b\d{4}-\d\d-\d\d\b/;

/** The form in which an answer was asked for. */
export const FORM_DEMANDS: readonly AnswerDemand[] = [
  {
    check: "lines",
    asked:
      /\b(?:one|each|every\w*)\b[^.\n]{0,40}\bper line\b|\bone per line\b|\bon (?:its|their|a|a new|a separate) (?:own )?lines?\b|\bone line (?:each|per)\b|\bper line\b/i,
    met: ({ lines }) => lines.length > 1 || lines.length === 0 || !/[,;]|\S\s+\S/.test(lines[0] ?? ""),
    message: "the task asks for one per line, the answer has them in one line",
    fix: "Each item is printed on a line of its own, without brackets.",
  },
  {
    check: "lines",
    asked: /\bper line\b|\b(?:its|their) own lines?\b/i,
    met: ({ lines }) => !lines.some((line) => /^(?:\[.*,.*\]|\(.*,.*\))$/.test(line)),
    message: "the task asks for lines, the answer has lists as Python writes them",
    fix: "The items are printed without brackets and quotes.",
  },
  {
    check: "form",
    asked: /\bYYYY-MM-DD\b/,
    met: ({ text }) => ISO_DATE.test(text) && !/\d\d:\d\d:\d\d/.test(text),
    message: "the task asks for a date as YYYY-MM-DD",
    fix: "Print the date with strftime('%Y-%m-%d').",
  },
  {
    check: "form",
    asked: /\b(\d|one|two|three|four)\s+(?:decimals?|decimal (?:places?|digits?)|digits after)/i,
    met: ({ text }, _task, [, count = ""]) => !new RegExp(`\\d\\.\\d{${digitsOf(count) + 1},}`).test(text),
    message: "the answer has more decimals than the task asks for",
    fix: "Every number is rounded to the decimals that are asked for.",
  },
  {
    check: "form",
    asked: /\bTrue or False\b|\bTrue\/False\b/,
    met: ({ text }) => /\b(?:True|False)\b/.test(text),
    message: "the task asks for True or False, the answer has neither",
    fix: "The output says True or False.",
  },
  {
    check: "form",
    asked: /\b(?:as|to|into|in)\s+(?:an?\s+)?(?:valid\s+|pretty-printed\s+|formatted\s+)?JSON\b(?!\s*(?:lines|file|module))/i,
    met: ({ text, showsMore }) => showsMore || isJson(text),
    message: "the task asks for JSON, the answer is none",
    fix: "The output is one JSON text, made with json.dumps.",
  },
  {
    check: "form",
    asked: /\b(?:to|into|as|a) JSON object\b/i,
    met: ({ text, showsMore }) => showsMore || text.trim().startsWith("{"),
    message: "the task asks for a JSON object, the answer is none",
    fix: "The output is one JSON object, made from a dictionary.",
  },
  {
    check: "form",
    asked: /\bin the (?:form|format|style)\s+['"`]?(?=[^'"`\n]*\d)([^'"`\n]*?[^'"`\n.,;])(?=['"`.,;\n]|$)/i,
    met: ({ lines }, _task, [, example = ""]) =>
      lines.length === 0 || lines.some((line) => (example.includes("=") ? line.includes(example.trim()) : shapeOf(line) === shapeOf(example))),
    message: "no line of the answer has the form that the task shows",
    fix: "Each line has exactly the form that the task shows.",
  },
  {
    check: "form",
    asked: /\b(?:weekday|day of the week)\b/i,
    met: ({ text }) => text === "" || /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i.test(text),
    message: "the task asks for a weekday, the answer names none",
    fix: "The output is the name of the day, as strftime('%A') gives it.",
  },
  {
    check: "form",
    asked: /\b(?:to|into|as|in) (?:a )?Roman numerals?\b/i,
    met: ({ text }) => text === "" || /(?<![A-Za-z])[MDCLXVI]+(?![A-Za-z])/.test(text),
    message: "the task asks for a Roman numeral, the answer has none in capital letters",
    fix: "The Roman numeral is in capital letters.",
  },
  {
    check: "order",
    asked:
      /\b(?:alphabetical(?:ly)?|(?:in )?ascending|sorted|smallest to (?:largest|biggest)|lowest to highest)\b(?![^.]*\b(?:length|descending|reverse|by)\b)/i,
    met: ({ lines }, task) => /\b(?:by|descending|reverse)\b/i.test(task) || isAscending(lines),
    message: "the task asks for ascending order, the answer has another",
    fix: "The output is in ascending order.",
  },
];

function digitsOf(word: string): number {
  const named = ["one", "two", "three", "four"].indexOf(word.toLowerCase());
  return named === -1 ? Number(word) : named + 1;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
}

/** A line with every number made the same: `12 + 3` has the shape of `4 + 25`. */
function shapeOf(line: string): string {
  return line
    .trim()
    .replace(/\d+(?:\.\d+)?/g, "0")
    .replace(/\s+/g, " ");
}

/** Whether lines of one word, or of one number, are in order; true for anything else. */
function isAscending(lines: readonly string[]): boolean {
  if (lines.length < 3) return true;
  if (lines.every((line) => /^-?\d+(?:\.\d+)?$/.test(line))) return lines.every((line, at) => at === 0 || Number(lines[at - 1]) <= Number(line));
  if (!lines.every((line) => /^\p{L}+$/u.test(line))) return true;
  return lines.every((line, at) => at === 0 || (lines[at - 1] ?? "").toLowerCase() <= line.toLowerCase());
}
