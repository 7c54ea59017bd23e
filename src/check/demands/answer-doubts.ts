import type { CheckFinding } from "#domain/agent-event.ts";
import type { ShownAnswer } from "./answer-demand.ts";
import { CONTENT_DEMANDS } from "./content-demands.ts";
import { doubt } from "./demand.ts";
import { FORM_DEMANDS } from "./form-demands.ts";
import { RANGE_DEMANDS } from "./range-demands.ts";

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
  const found = [...CONTENT_DEMANDS, ...FORM_DEMANDS, ...RANGE_DEMANDS].filter(({ asked, met }) => {
    const match = asked === null ? /^/.exec("") : asked.exec(task);
    return match !== null && !met(read, task, match);
  });
  return [...found.map(({ check, message, fix }) => doubt(check, message, fix)), ...missingFiles(task, answer)];
}

/** A file that is to be written, by its name after words such as "into". */
function missingFiles(task: string, { files, inputs }: ShownAnswer): CheckFinding[] {
  const asked =
    /\b(?:write|save|store|export)\b[^.?!]*?\b(?:into|to|as|called|named)\s+(?:the\s+|a\s+)?(?:file\s+)?(?:called\s+|named\s+)?['"`]?([\w-]+\.(?:csv|tsv|txt|md|json|jsonl|xml|html|ya?ml|xlsx?|png|jpe?g|svg|pdf|log|dat|py|zip))\b(?!@)/i.exec(
      task,
    )?.[1];
  if (asked === undefined || files.includes(asked) || inputs.includes(asked)) return [];
  return [doubt("file", `the task asks for the file ${asked}, the program wrote none of this name`, `Write the result into the file '${asked}'.`)];
}
