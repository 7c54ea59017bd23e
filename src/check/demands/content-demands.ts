import type { AnswerDemand } from "./answer-demand.ts";

/** That an answer has content, and all that was asked for. */
export const CONTENT_DEMANDS: readonly AnswerDemand[] = [
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
    check: "parts",
    asked: /\bthen (?:print |show |give )?(?:the|their|its|how many|a)\s+(?:total |overall )?(?:number|count|sum|total)\b/i,
    met: ({ lines, numbers }) => lines.length > 0 && numbers.length > 0 && endsInTotal(lines.at(-1) ?? ""),
    message: "the task asks for a number at the end, the answer does not end with one",
    fix: "The last line of the output is the number that is asked for at the end.",
  },
  {
    check: "form",
    asked:
      /\b(?:and|with)\s+(?:its|their|that|his|her)\s+(?:\w+\s+)?(?:price|count|total|length|average|mean|number|amount|sum|score|age|index|population|frequency|temperature|value)s?\b|\band that (?:total|sum|number|amount|count)\b/i,
    met: ({ text, numbers, showsMore }) => text === "" || showsMore || numbers.length > 0,
    message: "the task asks for a number beside each name, the answer has none",
    fix: "The number is printed beside the name.",
  },
];

function isEmptyValue(line: string): boolean {
  return /^(?:\[\]|\{\}|\(\)|set\(\)|None|nan|inf|-inf|''|""|0(?:\.0+)?)$/.test(line) || /[:=]\s*(?:\[\]|\{\}|\(\)|set\(\)|None|nan)$/.test(line);
}

function endsInTotal(line: string): boolean {
  return (
    /^\D*\d+(?:\.\d+)?\D{0,20}$/.test(line) &&
    (/^[\d.,\s]+$/.test(line) || /\b(?:total|number|count|sum|how many|there are|altogether)\b|[:=]\s*\d+/i.test(line))
  );
}
