import type { RunRecorder } from "#agent/run/run-recorder.ts";
import { createReplyParser, type ParsedReply } from "#check/reply/parse-reply.ts";
import type { TokenUsage } from "#domain/agent-event.ts";
import type { Fault } from "#domain/fault.ts";
import type { ChatMessage, LanguageModel } from "#llm/port.ts";
import { promptMark } from "./prompt-mark.ts";
import { repeatsItself } from "./repeats-itself.ts";

export interface ReplyRequest {
  readonly attempt: number;
  readonly messages: readonly ChatMessage[];
  readonly temperature: number;
  readonly seed: number | null;
  readonly maxTokens: number;
  readonly penalty: number;
}

export interface Reply {
  readonly text: string;
  readonly parsed: ParsedReply;
  readonly usage: TokenUsage;
  readonly fault: Fault | null;
  readonly aborted: boolean;
}

/** How often the tail of a reply is looked at for repetition, in characters. */
const WATCH_EVERY = 240;

/**
 * Asks the model once and reads the reply as it streams. The generation is ended early when a whole program has been closed
 * (what follows is prose, and on a CPU it costs as much as the program), and when the model repeats itself.
 */
export async function generateReply(request: ReplyRequest, model: LanguageModel, recorder: RunRecorder, signal: AbortSignal): Promise<Reply> {
  const { attempt, messages, temperature } = request;
  recorder.emit("generate-start", {
    attempt,
    ...(await promptMark(messages)),
    messages,
    temperature,
    ...(request.penalty === 0 ? {} : { penalty: request.penalty }),
  });
  const parser = createReplyParser();
  const enough = new AbortController();
  let seen = "";
  let watched = 0;
  let ending: "closed" | "repeating" | null = null;
  const onText = (text: string) => {
    if (ending !== null) return;
    seen += text;
    parser.push(text);
    recorder.emit("generate-delta", { attempt, text });
    if (text.includes("\n") && parser.programClosed()) ending = "closed";
    else if (seen.length - watched >= WATCH_EVERY) {
      watched = seen.length;
      if (repeatsItself(seen)) ending = "repeating";
    }
    if (ending !== null) enough.abort();
  };
  const started = performance.now();
  const generation = await model.generate(
    { messages, temperature, seed: request.seed, maxTokens: request.maxTokens, penalty: request.penalty, schema: null },
    onText,
    AbortSignal.any([signal, enough.signal]),
  );
  const finish = finishOf(ending as "closed" | "repeating" | null, signal.aborted, generation.finish);
  const text = ending === null ? generation.text : seen;
  if (ending === null && generation.text.startsWith(seen)) parser.push(generation.text.slice(seen.length));
  recorder.emit("generate-end", {
    attempt,
    reply: text,
    finish,
    usage: generation.usage,
    durationMs: Math.round(performance.now() - started),
    fault: generation.fault,
  });
  recorder.count(generation.usage);
  return { text, parsed: parser.end(finish), usage: generation.usage, fault: generation.fault, aborted: signal.aborted };
}

function finishOf(ending: "closed" | "repeating" | null, stopped: boolean, finish: "stop" | "length" | "aborted" | "error"): typeof finish {
  if (stopped) return "aborted";
  if (ending === "closed") return "stop";
  return ending === "repeating" ? "length" : finish;
}
