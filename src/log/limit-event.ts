import type { AgentEvent } from "#domain/agent-event.ts";
import type { MimeBundle } from "#domain/execution-result.ts";
import { cutText } from "./cut-text.ts";
import { mapEventTexts, mapTexts } from "./map-texts.ts";

/** How much of one event is kept, in characters. */
export interface EventLimits {
  /** Of any one text: its head and its tail. */
  readonly textHead: number;
  readonly textTail: number;
  /** Of one representation of a display or result; a picture cannot be cut, so a larger one is left out whole. */
  readonly mime: number;
}

export const EVENT_LIMITS: EventLimits = { textHead: 750_000, textTail: 250_000, mime: 8_000_000 };

/** An event no larger than the limits: long texts keep head and tail, and what is missing is said in its place. */
export function limitEvent(event: AgentEvent, limits: EventLimits = EVENT_LIMITS): AgentEvent {
  const cut = (text: string) => cutText(text, limits.textHead, limits.textTail);
  if (event.type === "execute-display") {
    const { display } = event.data;
    return { type: event.type, data: { ...event.data, display: { ...display, data: limitBundle(display.data, limits) } } };
  }
  if (event.type === "execute-end" && event.data.result !== null) {
    const { result, ...rest } = event.data;
    return { type: event.type, data: { ...mapTexts(rest, cut), result: { data: limitBundle(result.data, limits) } } };
  }
  return mapEventTexts(event, cut);
}

function limitBundle(bundle: MimeBundle, limits: EventLimits): MimeBundle {
  const kept: Record<string, string> = {};
  const notes: string[] = [];
  for (const [type, content] of Object.entries(bundle)) {
    if (type === "text/plain") kept[type] = cutText(content, limits.textHead, limits.textTail);
    else if (content.length <= limits.mime) kept[type] = content;
    else notes.push(`[${type} of ${content.length.toLocaleString("en-US")} characters left out of the log]`);
  }
  if (notes.length > 0) kept["text/plain"] = [kept["text/plain"], ...notes].filter((text) => text !== undefined).join("\n");
  return kept;
}
