import type { ChatMessage } from "../port.ts";

interface Remembered {
  readonly messages: readonly ChatMessage[];
  readonly tokens: number;
}

/**
 * What is in the model's memory after a reply. WebLLM goes on from there when a request starts with exactly that conversation, and then counts only the new part of the prompt;
 * this tells how much it did not read again.
 */
export class ConversationMemory {
  #kept: Remembered | null = null;

  /** Tokens of the request that are in memory already. */
  reuse(messages: readonly ChatMessage[]): number {
    const kept = this.#kept;
    if (kept === null || messages.length !== kept.messages.length + 1) return 0;
    return kept.messages.every((message, index) => message.role === messages[index]?.role && message.content === messages[index]?.content) ? kept.tokens : 0;
  }

  /** @param tokens of the whole conversation, the reply included. Only a reply that came to its own end can be continued. */
  remember(messages: readonly ChatMessage[], reply: string, finish: "stop" | "length" | "abort", tokens: number): void {
    this.#kept = finish === "stop" ? { messages: [...messages, { role: "assistant", content: reply }], tokens } : null;
  }

  forget(): void {
    this.#kept = null;
  }
}
