import { cutIndex } from "./cut-text.ts";
import { type DeltaEvent, type EventFilter, isDelta, sameText, withText } from "./event-filter.ts";

/** Characters at which a joined text is handed on although more of it may come. */
export const JOIN_CHARACTERS = 8_192;

/** Joins the pieces of one text, so that a reply of a thousand tokens is a few events. */
export function joinDeltas(limit: number = JOIN_CHARACTERS): EventFilter {
  let first: DeltaEvent | null = null;
  let pieces: string[] = [];
  let length = 0;

  const take = () => {
    if (first === null || length === 0) return [];
    const event = withText(first, pieces.join(""));
    first = null;
    pieces = [];
    length = 0;
    return [event];
  };

  return {
    push(event) {
      if (!isDelta(event)) return [...take(), event];
      const before = first === null || sameText(first, event) ? [] : take();
      first ??= event;
      pieces.push(event.data.text);
      length += event.data.text.length;
      if (length < limit) return before;
      const text = pieces.join("");
      // The first half of a character waits for the other one. `+ 1` makes the end of the text look like a place inside it.
      const end = cutIndex(`${text} `, text.length);
      const whole = withText(first, text.slice(0, end));
      const rest = text.slice(end);
      pieces = rest === "" ? [] : [rest];
      length = rest.length;
      first = rest === "" ? null : event;
      return [...before, whole];
    },
    drain: take,
  };
}
