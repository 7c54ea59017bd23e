import type { CheckFinding } from "#domain/agent-event.ts";
import { doubt } from "./demand.ts";

/** What a program left, as its reader sees it. */
export interface ShownAnswer {
  /** The output, or the last value where nothing was printed. */
  readonly text: string;
  /** Whether it shows a figure, a table or a file besides. */
  readonly showsMore: boolean;
  /** Paths of the files that it wrote. */
  readonly files: readonly string[];
}

interface AnswerDemand {
  readonly check: string;
  /** The words that ask for it; null for what no answer may do. */
  readonly asked: RegExp | null;
  readonly met: (answer: ReadAnswer, task: string, asked: RegExpExecArray) => boolean;
  readonly message: string;
  readonly fix: string;
}

interface ReadAnswer extends ShownAnswer {
  /** Lines with something in them. */
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
}

const ISO_DATE = /\b\d{4}-(\d\d)-\d\d\b/g;
const MONTH_WORD = /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b/gi;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const DEMANDS: readonly AnswerDemand[] = [
  {
    check: "content",
    asked: null,
    met: ({ text }) => !/<(?:function|built-in|bound method|generator object|map object|filter object|zip object|dict_\w+|[\w.]+ object at 0x)/.test(text),
    message: "the answer shows an object instead of its content",
    fix: "Call functions with (), and turn generators and objects into lists or text before printing them.",
  },
  {
    check: "content",
    asked: null,
    met: ({ lines, showsMore }) => showsMore || lines.length < 1 || !(lines.every(isEmptyValue) || /:$/.test(lines.at(-1) ?? "")),
    message: "the answer is empty",
    fix: "Make sure that the program finds something, and print what it found.",
  },
  {
    check: "content",
    asked: null,
    met: ({ lines }) => lines.length < 2 || lines.at(-1) !== "None",
    message: "the answer ends with None",
    fix: "Do not print the result of a function that prints by itself and returns nothing.",
  },
  {
    check: "lines",
    asked:
      /\b(?:one|each|every\w*)\b[^.\n]{0,40}\bper line\b|\bone per line\b|\bon (?:its|their|a|a new|a separate) own? ?lines?\b|\bone line (?:each|per)\b|\bper line\b/i,
    met: ({ lines }) => lines.length > 1 || lines.length === 0 || !/[,;]|\S\s+\S/.test(lines[0] ?? ""),
    message: "the task asks for one per line, the answer has them in one line",
    fix: "Print each item on a line of its own, with a loop and without brackets.",
  },
  {
    check: "lines",
    asked: /\bper line\b|\b(?:its|their|a) own lines?\b/i,
    met: ({ lines }) => !lines.some((line) => /^(?:\[.*,.*\]|\(.*,.*\))$/.test(line)),
    message: "the task asks for lines, the answer has lists as Python writes them",
    fix: "Print the items themselves, without brackets and quotes.",
  },
  {
    check: "form",
    asked: /\bYYYY-MM-DD\b/,
    met: ({ text }) => text.match(ISO_DATE) !== null && !/\d\d:\d\d:\d\d/.test(text),
    message: "the task asks for a date as YYYY-MM-DD",
    fix: "Print the date with strftime('%Y-%m-%d').",
  },
  {
    check: "form",
    asked: /\b(\d|one|two|three|four)\s+(?:decimals?|decimal (?:places?|digits?)|digits after)/i,
    met: ({ text }, _task, [, count = ""]) => !new RegExp(`\\d\\.\\d{${digitsOf(count) + 1},}`).test(text),
    message: "the answer has more decimals than the task asks for",
    fix: "Round every number to the decimals that are asked for.",
  },
  {
    check: "form",
    asked: /\bTrue or False\b|\bTrue\/False\b/,
    met: ({ text }) => /\b(?:True|False)\b/.test(text),
    message: "the task asks for True or False, the answer has neither",
    fix: "Print True or False.",
  },
  {
    check: "range",
    asked: /\b(?:fraction|share|proportion|probability)\b/i,
    met: ({ numbers, text }) => numbers.length === 0 || /%/.test(text) || (numbers.at(-1) ?? 0) <= 1,
    message: "the task asks for a share, the answer is more than 1",
    fix: "Divide by the total number: a share lies between 0 and 1.",
  },
  {
    check: "range",
    asked: /\bcorrelation\b/i,
    met: ({ numbers }) => numbers.length !== 1 || Math.abs(numbers[0] ?? 0) <= 1,
    message: "the task asks for a correlation, the answer is more than 1",
    fix: "Divide the covariance by the product of both standard deviations: a correlation lies between -1 and 1.",
  },
  {
    check: "range",
    asked: /\bhow many\b/i,
    met: ({ numbers }) => numbers.length !== 1 || (Number.isInteger(numbers[0]) && (numbers[0] ?? 0) > 0),
    message: "the task asks how many, the answer is no whole number above 0",
    fix: "Count, and print the count as a whole number.",
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
    fix: "Print only the dates of the month that is asked for.",
  },
  {
    check: "form",
    asked: /\b(?:as|to|into|in)\s+(?:an?\s+)?(?:valid\s+|pretty-printed\s+|formatted\s+)?JSON\b(?!\s*(?:lines|file|module))/i,
    met: ({ text, showsMore }) => showsMore || isJson(text),
    message: "the task asks for JSON, the answer is none",
    fix: "Print the result of json.dumps(...) and nothing else.",
  },
  {
    check: "form",
    asked: /\b(?:to|into|as|a) JSON object\b/i,
    met: ({ text, showsMore }) => showsMore || text.trim().startsWith("{"),
    message: "the task asks for a JSON object, the answer is none",
    fix: "Make a dictionary first, then print json.dumps of it.",
  },
  {
    check: "form",
    asked: /\bin the (?:form|format|style)\s+['"`]?(?=[^'"`\n]*\d)([^'"`\n]*?[^'"`\n.,;])(?=['"`.,;\n]|$)/i,
    met: ({ lines }, _task, [, example = ""]) =>
      lines.length === 0 || lines.some((line) => (example.includes("=") ? line.includes(example.trim()) : shapeOf(line) === shapeOf(example))),
    message: "no line of the answer has the form that the task shows",
    fix: "Print each line in exactly the form that the task shows.",
  },
  {
    check: "form",
    asked: /\b(?:weekday|day of the week)\b/i,
    met: ({ text }) => text === "" || /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i.test(text),
    message: "the task asks for a weekday, the answer names none",
    fix: "Print the name of the day with strftime('%A').",
  },
  {
    check: "form",
    asked: /\b(?:to|into|as|in) (?:a )?Roman numerals?\b/i,
    met: ({ text }) => text === "" || /(?<![A-Za-z])[MDCLXVI]+(?![A-Za-z])/.test(text),
    message: "the task asks for a Roman numeral, the answer has none in capital letters",
    fix: "Print the Roman numeral in capital letters.",
  },
  {
    check: "form",
    asked:
      /\b(?:and|with)\s+(?:its|their|that|his|her)\s+(?:\w+\s+)?(?:price|count|total|length|average|mean|number|amount|sum|score|age|index|population|frequency|temperature|value)s?\b|\band that (?:total|sum|number|amount|count)\b/i,
    met: ({ text, numbers, showsMore }) => text === "" || showsMore || numbers.length > 0,
    message: "the task asks for a number beside each name, the answer has none",
    fix: "Print the number beside the name.",
  },
  {
    check: "order",
    asked:
      /\b(?:alphabetical(?:ly)?|(?:in )?ascending|sorted|smallest to (?:largest|biggest)|lowest to highest)\b(?![^.]*\b(?:length|descending|reverse|by)\b)/i,
    met: ({ lines }, task) => /\b(?:by|descending|reverse)\b/i.test(task) || isAscending(lines),
    message: "the task asks for ascending order, the answer has another",
    fix: "Sort before printing, with sorted(...).",
  },
  {
    check: "range",
    asked: /\b(?:all|every|list|print|find)\b[^.\n]*\b(?:between|from)\s+(\d+)\s+(?:and|to)\s+(\d+)\b/i,
    met: ({ lines, numbers, text }, _task, [, low, high]) =>
      numbers.length < 3 ||
      lines.some((line) => /[A-Za-z=*+/]/.test(line)) ||
      /\d\.\d/.test(text) ||
      numbers.every((number) => number >= Number(low) && number <= Number(high)),
    message: "the answer has numbers outside the range that the task gives",
    fix: "Keep only the numbers within the range that is asked for.",
  },
  {
    check: "parts",
    asked: /\bthen (?:print |show |give )?(?:the|their|its|how many|a)\s+(?:total |overall )?(?:number|count|sum|total)\b/i,
    met: ({ lines, numbers }) => lines.length > 0 && numbers.length > 0 && endsInTotal(lines.at(-1) ?? ""),
    message: "the task asks for a number at the end, the answer does not end with one",
    fix: "At the end, print the number that is asked for on a line of its own.",
  },
];

/**
 * Compares what a program shows with the words of its task: an empty answer, another form, a number that cannot be, a file that is not there.
 * Understands English; of what it does not understand it says nothing.
 */
export function answerDoubts(task: string, answer: ShownAnswer): CheckFinding[] {
  const lines = answer.text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const numbers = [...answer.text.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));
  const read = { ...answer, lines, numbers };
  const found = DEMANDS.filter(({ asked, met }) => {
    const match = asked === null ? /^/.exec("") : asked.exec(task);
    return match !== null && !met(read, task, match);
  });
  return [...found.map(({ check, message, fix }) => doubt(check, message, fix)), ...missingFiles(task, answer)];
}

/** A file that is to be written, by its name after words such as "into". */
function missingFiles(task: string, { files }: ShownAnswer): CheckFinding[] {
  const asked =
    /\b(?:write|save|store|export|create)\b[^.?!]*?\b(?:into|to|as|in|called|named|file)\s+(?:the\s+|a\s+)?(?:file\s+)?(?:called\s+|named\s+)?['"`]?([\w-]+\.\w{1,5})\b/i.exec(
      task,
    )?.[1];
  if (asked === undefined || files.includes(asked)) return [];
  return [doubt("file", `the task asks for the file ${asked}, the program wrote none of this name`, `Write the result into the file '${asked}'.`)];
}

function isEmptyValue(line: string): boolean {
  return /^(?:\[\]|\{\}|\(\)|set\(\)|None|nan|inf|-inf|''|""|0(?:\.0+)?)$/.test(line) || /[:=]\s*(?:\[\]|\{\}|\(\)|set\(\)|None|nan)$/.test(line);
}

function endsInTotal(line: string): boolean {
  return (
    /^\D*\d+(?:\.\d+)?\D{0,20}$/.test(line) &&
    (/^[\d.,\s]+$/.test(line) || /\b(?:total|number|count|sum|how many|there are|altogether)\b|[:=]\s*\d+/i.test(line))
  );
}

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

/** A line with every number made the same: `7 x 10 = 70` has the shape of `7 x 1 = 7`. */
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
