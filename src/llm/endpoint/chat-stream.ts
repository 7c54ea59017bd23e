/**
 * Reading a chat reply as OpenAI-compatible servers send it: `data: {json}` events up to `data: [DONE]`, cut anywhere, or one JSON body from servers that do not stream.
 */
import { createParser } from "eventsource-parser";
import * as v from "valibot";

const usage = v.object({
  prompt_tokens: v.optional(v.number()),
  completion_tokens: v.optional(v.number()),
  prompt_tokens_details: v.nullish(v.object({ cached_tokens: v.nullish(v.number()) })),
});
/** llama.cpp's own addition. */
const timings = v.object({ prompt_per_second: v.optional(v.number()), predicted_per_second: v.optional(v.number()) });
const text = v.object({ content: v.nullish(v.string()) });
const reply = v.object({
  choices: v.optional(v.array(v.object({ delta: v.optional(text), message: v.optional(text), finish_reason: v.nullish(v.string()) })), []),
  usage: v.nullish(usage),
  timings: v.nullish(timings),
  error: v.nullish(v.union([v.string(), v.object({ message: v.string() })])),
});

export type ReplyUsage = v.InferOutput<typeof usage>;
export type ReplyTimings = v.InferOutput<typeof timings>;

export type ReplyPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "finish"; readonly reason: string }
  | { readonly kind: "usage"; readonly usage: ReplyUsage }
  | { readonly kind: "timings"; readonly timings: ReplyTimings }
  /** `cut`: it does not read as JSON, so it may be half of something. */
  | { readonly kind: "error"; readonly message: string; readonly cut: boolean }
  | { readonly kind: "done" };

/** Parts of one JSON document of a reply: a streamed chunk or a whole completion. */
function partsOf(json: string): readonly ReplyPart[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [{ kind: "error", message: `it sent what is not JSON: ${json.slice(0, 80)}`, cut: true }];
  }
  const parsed = v.safeParse(reply, value);
  if (!parsed.success) return [{ kind: "error", message: `it sent an unknown shape: ${json.slice(0, 80)}`, cut: false }];
  const parts: ReplyPart[] = [];
  const { error, choices, ...rest } = parsed.output;
  if (error !== null && error !== undefined) return [{ kind: "error", message: typeof error === "string" ? error : error.message, cut: false }];
  const choice = choices[0];
  const content = choice?.delta?.content ?? choice?.message?.content ?? "";
  if (content !== "") parts.push({ kind: "text", text: content });
  if (choice?.finish_reason !== null && choice?.finish_reason !== undefined) parts.push({ kind: "finish", reason: choice.finish_reason });
  if (rest.usage !== null && rest.usage !== undefined) parts.push({ kind: "usage", usage: rest.usage });
  if (rest.timings !== null && rest.timings !== undefined) parts.push({ kind: "timings", timings: rest.timings });
  return parts;
}

/**
 * Reads a response to its end.
 * @yields parts in order; `done` only when the server said that the reply is whole.
 * @throws what reading the body throws: the caller knows whether it stopped it.
 */
export async function* readReply(response: Response): AsyncGenerator<ReplyPart, void, void> {
  if (!(response.headers.get("content-type") ?? "").includes("text/event-stream")) {
    const body = await response.text();
    // A server may stream without saying so.
    if (!/^\s*(data|event|id|:)/.test(body)) {
      yield* partsOf(body);
      yield { kind: "done" };
      return;
    }
    yield* parseEvents(body);
    return;
  }
  if (response.body === null) return;
  const queue: ReplyPart[] = [];
  const parser = makeParser(queue);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // The decoder keeps the first bytes of a character whose rest is still under way.
      if (done) parser.end(decoder.decode());
      else parser.feed(decoder.decode(value, { stream: true }));
      yield* queue.splice(0);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function* parseEvents(body: string): Generator<ReplyPart, void, void> {
  const queue: ReplyPart[] = [];
  makeParser(queue).end(body);
  yield* queue;
}

interface EventReader {
  feed(text: string): void;
  /** The last text. An event whose blank line is missing counts when it is whole, else the stream was cut in it. */
  end(text: string): void;
}

function makeParser(queue: ReplyPart[]): EventReader {
  let ended = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === "[DONE]") queue.push({ kind: "done" });
      else if (data.trim() !== "") queue.push(...partsOf(data).filter((part) => !(ended && part.kind === "error" && part.cut)));
    },
  });
  return {
    feed: (text) => parser.feed(text),
    end: (text) => {
      parser.feed(text);
      ended = true;
      parser.feed("\n\n");
    },
  };
}
