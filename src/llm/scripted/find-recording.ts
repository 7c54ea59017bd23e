import type { ChatMessage } from "../port.ts";
import { demoSteps } from "./demo-steps.ts";
import type { DemoScript } from "./demo-tasks.ts";

/**
 * Which recorded reply answers a conversation.
 * A task counts as known when its text stands in a user message as whole lines (after a label such as `Task:`), so that a longer task is not taken for it.
 * The reply is the first whose program the conversation does not hold yet: the one after the attempts that failed.
 * @returns null when no recording knows the task, or has that many steps of it
 */
export function findRecording(scripts: readonly DemoScript[], messages: readonly ChatMessage[]): string | null {
  const start = messages.findIndex((message) => message.role === "user" && scripts.some((script) => asks(message.content, script.task)));
  const message = messages[start];
  if (message === undefined) return null;
  const script = scripts.find((candidate) => asks(message.content, candidate.task));
  if (script === undefined) return null;
  const answered = messages.slice(start).filter((later) => later.role === "assistant").length;
  // CodeAgent's loop: one step after the other, whatever became of the one before.
  if (message.content.startsWith("New task:")) return demoSteps[script.task]?.[answered] ?? null;
  const conversation = messages.slice(start).map((later) => squeeze(later.content));
  const told = script.replies.filter((reply) => conversation.some((content) => content.includes(squeeze(program(reply))))).length;
  return script.replies[Math.min(Math.max(answered, told), script.replies.length - 1)] ?? null;
}

function asks(content: string, task: string): boolean {
  const text = squeezeLines(content);
  const wanted = squeezeLines(task);
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + wanted.length);
    if (/(^|\n|:) ?$/.test(before) && /^ ?(\n|$)/.test(after)) return true;
  }
  return false;
}

function program(reply: string): string {
  return /```python\n([\s\S]*?)```/.exec(reply)?.[1] ?? reply;
}

const squeezeLines = (text: string): string => text.replace(/[^\S\n]+/g, " ").trim();

const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();
