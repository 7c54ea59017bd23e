import type { MLCEngine } from "@mlc-ai/web-llm";

interface Tokenizer {
  encode(text: string): { readonly length: number };
}

/**
 * Tokens of a text by the loaded model's tokenizer. The library has one and offers no way to ask it, so it is looked for where this version keeps it;
 * an update that moves it gives null, and a test says so.
 */
export function countTokens(engine: MLCEngine, text: string): number | null {
  const pipelines: unknown = Reflect.get(engine, "loadedModelIdToPipeline");
  if (!(pipelines instanceof Map)) return null;
  const [pipeline]: unknown[] = [...pipelines.values()];
  const tokenizer: unknown = typeof pipeline === "object" && pipeline !== null ? Reflect.get(pipeline, "tokenizer") : null;
  return isTokenizer(tokenizer) ? tokenizer.encode(text).length : null;
}

function isTokenizer(value: unknown): value is Tokenizer {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "encode") === "function";
}
