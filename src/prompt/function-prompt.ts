import type { PromptMessage } from "./build-messages.ts";

/** What a function is to be made of. */
export interface FunctionWish {
  readonly code: string;
  /** Of the function. */
  readonly name: string;
  /** What it does, in the person's words. */
  readonly description: string;
}

const RULES = `Rewrite the program as one Python function. Rules:
- imports first, then exactly one function, and nothing after it: no call, no other definition
- values that another task would change become parameters with defaults; file paths become parameters of type str
- every parameter has a type annotation out of str, int, float, bool, list, dict, tuple, set, Optional, Literal (imported from typing), datetime.date, datetime.datetime or pathlib.Path
- no positional-only parameters, no *args, no **kwargs
- the function returns its result with a return annotation; it prints only what the program printed
- a docstring: what it does, then a line ":param name: what it is" for each parameter, then ":return: what comes back"
Answer with one Python code block.`;

/** Asks for a program as a function, by the rules that the library has for tools. */
export function functionMessages({ code, name, description }: FunctionWish): readonly PromptMessage[] {
  const what = description.trim() === "" ? "" : `What it does: ${description.trim()}\n\n`;
  return [
    { role: "system", content: RULES },
    { role: "user", content: `Name of the function: ${name}\n\n${what}\`\`\`python\n${code.trimEnd()}\n\`\`\`` },
  ];
}
