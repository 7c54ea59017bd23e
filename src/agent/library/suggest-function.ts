import { createReplyParser } from "#check/reply/parse-reply.ts";
import type { LanguageModel } from "#llm/port.ts";
import { type FunctionWish, functionMessages } from "#prompt/function-prompt.ts";

export type FunctionSuggestion = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly message: string };

/** Tokens of the function at most. */
const REPLY_TOKENS = 1_024;

/**
 * Has the model write a program as a function that can be a tool. Whether it is one, the library's own rules say afterwards: a
 * suggestion is text for a person to read and edit.
 */
export async function suggestFunction(wish: FunctionWish, model: LanguageModel, signal: AbortSignal): Promise<FunctionSuggestion> {
  const messages = functionMessages(wish);
  const parser = createReplyParser();
  const generation = await model.generate({ messages, temperature: 0, seed: 0, maxTokens: REPLY_TOKENS, schema: null }, () => undefined, signal);
  if (signal.aborted) return { ok: false, message: "Stopped." };
  if (generation.fault !== null) return { ok: false, message: generation.fault.message };
  parser.push(generation.text);
  const { code, findings } = parser.end(generation.finish);
  if (code === null) return { ok: false, message: `The model's reply holds no whole function: ${findings[0]?.message ?? "there is no code in it"}.` };
  return { ok: true, code: code.endsWith("\n") ? code : `${code}\n` };
}
