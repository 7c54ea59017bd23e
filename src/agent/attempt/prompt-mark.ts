import { sha256 } from "#domain/sha256.ts";
import type { ChatMessage } from "#llm/port.ts";
import { PROMPT_VERSION } from "#prompt/system-prompt.ts";

/** What names a prompt in the log: the version of the wording, and a hash over it and the messages. */
export async function promptMark(messages: readonly ChatMessage[]): Promise<{ readonly promptHash: string; readonly promptVersion: number }> {
  return { promptHash: await sha256(JSON.stringify([PROMPT_VERSION, messages])), promptVersion: PROMPT_VERSION };
}
