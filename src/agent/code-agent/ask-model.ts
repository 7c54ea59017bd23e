import { loopFault } from "#agent/run/loop-fault.ts";
import type { RunRecorder } from "#agent/run/run-recorder.ts";
import type { TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import { sha256 } from "#domain/sha256.ts";
import type { LanguageModel } from "#llm/port.ts";
import { buildCodeAgentMessages, type CodeAgentPromptRequest } from "#prompt/code-agent/code-agent-messages.ts";
import { CODE_AGENT_PROMPT_VERSION } from "#prompt/code-agent/code-agent-prompt.ts";
import { stopSequences } from "#prompt/code-agent/code-tags.ts";
import type { CodeAgentRequest } from "./code-agent-request.ts";
import { createStreamUntil } from "./stream-until.ts";

export interface StepReply {
  /** Without the text that ended it, with the closing tag where CodeAgent adds it. */
  readonly text: string;
  readonly usage: TokenUsage;
  readonly aborted: boolean;
}

/**
 * Asks the model for one step, or for the answer in words, and logs the reply as it streams. A step's reply ends at the first stop sequence;
 * the closing tag that ended it is put back, so that the model sees in its own past how a step ends.
 * @returns a fault when there is no model, its context is too small, or it fails: then the run is over
 */
export async function askModel(
  number: number,
  prompt: CodeAgentPromptRequest,
  request: Pick<CodeAgentRequest, "seed" | "temperature" | "maxTokens">,
  model: LanguageModel | null,
  recorder: RunRecorder,
  signal: AbortSignal,
): Promise<StepReply | Fault> {
  if (model === null || (model.state.kind !== "ready" && model.state.kind !== "generating")) return loopFault.noModel();
  const { contextSize } = model.state;
  const maxTokens = Math.min(request.maxTokens, Math.floor(contextSize / 2));
  const built = await buildCodeAgentMessages(prompt, { contextSize, replyTokens: maxTokens, countTokens: (text) => model.countTokens(text) });
  if (!built.ok) return loopFault.contextFull(built.tokens, built.room);
  const { messages } = built;
  const { temperature } = request;
  recorder.emit("generate-start", { attempt: number, promptHash: await sha256(JSON.stringify([CODE_AGENT_PROMPT_VERSION, messages])), messages, temperature });
  const enough = new AbortController();
  const reply = createStreamUntil(prompt.purpose === "step" ? stopSequences(prompt.tags) : []);
  let over = false;
  const onText = (piece: string): void => {
    if (over) return;
    const pushed = reply.push(piece);
    if (pushed.shown !== "") recorder.emit("generate-delta", { attempt: number, text: pushed.shown });
    over = pushed.over;
    if (over) enough.abort();
  };
  const started = performance.now();
  const generation = await model.generate(
    { messages, temperature, seed: request.seed === null ? null : request.seed + number - 1, maxTokens, schema: null },
    onText,
    AbortSignal.any([signal, enough.signal]),
  );
  const seen = reply.text();
  if (!over && generation.text.startsWith(seen)) onText(generation.text.slice(seen.length));
  const text = prompt.purpose === "step" ? withClosingTag(reply.text(), prompt.tags.close) : reply.text();
  const finish = signal.aborted ? "aborted" : over ? "stop" : generation.finish;
  const { usage, fault } = generation;
  recorder.emit("generate-end", { attempt: number, reply: text, finish, usage, durationMs: Math.round(performance.now() - started), fault });
  recorder.count(usage);
  return fault !== null && !signal.aborted ? fault : { text, usage, aborted: signal.aborted };
}

function withClosingTag(text: string, close: string): string {
  return text === "" || text.trim().endsWith(close) ? text : text + close;
}
