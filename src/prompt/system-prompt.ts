import type { ModelClass } from "./model-class.ts";

/** Goes up with every change of wording in this folder, so that measurements name what they measured. */
export const PROMPT_VERSION = 3;

/**
 * The first message. Two lines beat a list of rules by 12 points with a model of half a billion parameters;
 * larger models follow rules. "No explanation" makes small models print a guessed answer instead of computing it.
 */
export function systemPrompt(model: ModelClass): string {
  const role = "You are a Python programmer. Answer with one complete Python program in a code block that prints the result.";
  if (model !== "large") return role;
  return `${role} The program must compute the result, define everything it uses, and take no input.`;
}
