import type { AgentEvent } from "#domain/agent-event.ts";
import { type DeltaEvent, type EventFilter, isDelta, sameText, withText } from "./event-filter.ts";
import { mapEventTexts } from "./map-texts.ts";

/** What stands in the log where a secret was. */
export const SECRET_MARK = "[secret]";

/** Shorter ones are no keys, and hiding them would eat ordinary words. */
const MINIMUM_LENGTH = 6;

/**
 * Hides keys that the page holds, also where a stream cuts one in two: the end of a text that could be the start of a
 * secret waits for what follows.
 * @param secrets asked anew for each event, since a key may be entered while a run goes on
 */
export function redactSecrets(secrets: () => readonly string[]): EventFilter {
  let waiting: DeltaEvent | null = null;

  // Longest first: a secret that begins like a shorter one is hidden whole.
  const known = () =>
    secrets()
      .filter((secret) => secret.length >= MINIMUM_LENGTH)
      .sort((one, other) => other.length - one.length);
  const hide = (text: string, list: readonly string[]) => list.reduce((open, secret) => open.replaceAll(secret, SECRET_MARK), text);

  const drain = (): readonly AgentEvent[] => {
    const event = waiting;
    waiting = null;
    return event === null ? [] : [event];
  };

  return {
    push(event) {
      const list = known();
      if (!isDelta(event)) return [...drain(), list.length === 0 ? event : mapEventTexts(event, (text) => hide(text, list))];
      const before = waiting !== null && !sameText(waiting, event) ? drain() : [];
      const text = hide((waiting?.data.text ?? "") + event.data.text, list);
      const end = text.length - partialSecretLength(text, list);
      waiting = end === text.length ? null : withText(event, text.slice(end));
      return end === 0 ? before : [...before, withText(event, text.slice(0, end))];
    },
    drain,
  };
}

/** Length of the longest end of the text that is the start, but not the whole, of a secret. */
function partialSecretLength(text: string, secrets: readonly string[]): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(secret.slice(0, length))) {
        longest = length;
        break;
      }
    }
  }
  return longest;
}
