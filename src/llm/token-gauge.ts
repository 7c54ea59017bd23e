import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage } from "./port.ts";

/** Prompts shorter than this say more about the template's own tokens than about the text. */
const LEARN_FROM_TOKENS = 64;

/** Counts tokens of engines that have no tokenizer to ask: 4 characters each at first, then at the rate of the densest prompt seen of this model. */
export class TokenGauge {
  #charactersPerToken: number | null = null;

  learn(messages: readonly ChatMessage[], promptTokens: number): void {
    if (promptTokens < LEARN_FROM_TOKENS) return;
    const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
    const ratio = characters / promptTokens;
    this.#charactersPerToken = Math.min(this.#charactersPerToken ?? ratio, ratio);
  }

  count(text: string): number {
    return this.#charactersPerToken === null ? estimateTokens(text) : Math.ceil(text.length / this.#charactersPerToken);
  }
}
