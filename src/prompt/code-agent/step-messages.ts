import type { PromptMessage } from "#prompt/build-messages.ts";
import type { CodeStep } from "./code-step.ts";
import { pythonText } from "./python-text.ts";

const RETRY = "Now let's retry: take care not to repeat previous errors! If you have retried several times, try a completely different approach.\n";

/** How much of a step the model is reminded of. */
export interface Recall {
  /** Whether the call that a step made is told beside its code, which says the same again. */
  readonly calls: boolean;
  /** Characters of an observation or an error; of more, beginning and end. */
  readonly characters: number;
}

export const WHOLE: Recall = { calls: true, characters: Number.POSITIVE_INFINITY };

/** What the model is told of one step, in the words of CodeAgent's memory: its own reply and call, then what came of it. */
export function stepMessages(step: CodeStep, recall: Recall): readonly PromptMessage[] {
  const messages: PromptMessage[] = [{ role: "assistant", content: step.output.trim() }];
  if (step.code !== null && recall.calls) messages.push({ role: "assistant", content: `Calling tools:\n${call(step.number, step.code)}` });
  if (step.observation !== null) messages.push({ role: "user", content: `Observation:\n${middleCut(step.observation, recall.characters)}` });
  if (step.error !== null) {
    const id = step.code === null ? "" : `Call id: call_${step.number}\n`;
    messages.push({ role: "user", content: `${id}Error:\n${middleCut(step.error.message, recall.characters)}\n${RETRY}` });
  }
  return messages;
}

/** Neighbours of one role become one message: templates of models want turns. */
export function joinTurns(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  const turns: PromptMessage[] = [];
  for (const message of messages) {
    const last = turns.at(-1);
    if (last?.role === message.role) turns[turns.length - 1] = { role: last.role, content: `${last.content}\n${message.content}` };
    else turns.push(message);
  }
  return turns;
}

function call(number: number, code: string): string {
  return `[{'id': 'call_${number}', 'type': 'function', 'function': {'name': 'python_interpreter', 'arguments': ${pythonText(code)}}}]`;
}

function middleCut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n..._This content has been truncated to stay below ${limit} characters_...\n${text.slice(-half)}`;
}
