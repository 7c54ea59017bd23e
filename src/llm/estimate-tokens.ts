const CHARACTERS_PER_TOKEN = 4;

/** Tokens of a text where no tokenizer can be asked: 4 characters each, rounded up. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
