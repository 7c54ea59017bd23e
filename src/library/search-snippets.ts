import type { Snippet } from "#domain/snippet.ts";
import type { Highlight, SnippetFilter, SnippetHit } from "./port.ts";

/**
 * Full-text search over name, description, tags and code: every word of the query must stand somewhere, in any case and
 * without regard to accents. Words in the name weigh most. An empty query lists what passes the filter, newest first. Each
 * snippet's texts are folded once, and its highlights are looked for when they are asked for: of ten thousand hits, a screen
 * shows twenty.
 */
export function searchSnippets(snippets: readonly Snippet[], query: string, filter: SnippetFilter): readonly SnippetHit[] {
  const words = [...new Set(folded(query).text.split(/\s+/).filter(Boolean))];
  const hits: { readonly hit: SnippetHit; readonly rank: number }[] = [];
  for (const snippet of snippets) {
    if (!passes(snippet, filter)) continue;
    const rank = words.length === 0 ? 0 : rankOf(words, textsOf(snippet));
    if (rank !== null) hits.push({ rank, hit: hitOf(snippet, words) });
  }
  hits.sort((one, other) => other.rank - one.rank || compare(other.hit.snippet.updatedAt, one.hit.snippet.updatedAt));
  return hits.map(({ hit }) => hit);
}

function passes({ status, tags, deprecated }: Snippet, filter: SnippetFilter): boolean {
  if (filter.status !== "any" && filter.status !== status) return false;
  if (filter.deprecated !== "show" && (deprecated !== null) !== (filter.deprecated === "only")) return false;
  return filter.tags.every((tag) => tags.includes(tag));
}

/** RFC 3339 times are in order as texts. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A text as it is compared, with the place that each of its characters had; null where each is in its own place. */
interface Folded {
  readonly text: string;
  readonly places: readonly number[] | null;
  readonly length: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: plain ASCII is the whole range
const PLAIN = /^[\u0000-\u007f]*$/;

function folded(source: string): Folded {
  if (PLAIN.test(source)) return { text: source.toLowerCase(), places: null, length: source.length };
  let text = "";
  const places: number[] = [];
  let place = 0;
  for (const character of source) {
    const plain = character.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    for (let index = 0; index < plain.length; index++) places.push(place);
    text += plain;
    place += character.length;
  }
  return { text, places, length: source.length };
}

const WEIGHTS = { name: 8, tags: 4, description: 2, code: 1 } as const;
const FIELDS = ["name", "tags", "description", "code"] as const;

type Texts = Readonly<Record<keyof typeof WEIGHTS, Folded>>;

/** A snippet that changes is another object: what was folded of it holds as long as it does. */
const known = new WeakMap<Snippet, Texts>();

function textsOf(snippet: Snippet): Texts {
  const before = known.get(snippet);
  if (before !== undefined) return before;
  const texts = {
    name: folded(snippet.name),
    description: folded(snippet.description),
    tags: folded(snippet.tags.join(", ")),
    code: folded(snippet.code),
  };
  known.set(snippet, texts);
  return texts;
}

/** Null when one of the words stands nowhere. */
function rankOf(words: readonly string[], texts: Texts): number | null {
  let sum = 0;
  for (const word of words) {
    let weight = 0;
    for (const field of FIELDS) if (texts[field].text.includes(word)) weight += WEIGHTS[field];
    if (weight === 0) return null;
    sum += weight;
  }
  return sum;
}

function hitOf(snippet: Snippet, words: readonly string[]): SnippetHit {
  let found: SnippetHit["highlights"] | null = null;
  return {
    snippet,
    get highlights() {
      if (found === null) {
        const { name, description, tags, code } = textsOf(snippet);
        const mark = (text: Folded) => highlights(text, words);
        found = { name: mark(name), description: mark(description), tags: mark(tags), code: mark(code) };
      }
      return found;
    },
  };
}

/** Where the words stand, in order, those that touch or overlap as one. */
function highlights({ text, places, length }: Folded, words: readonly string[]): readonly Highlight[] {
  const placeOf = (at: number): number => (at >= text.length ? length : places === null ? at : (places[at] ?? length));
  const found: Highlight[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      found.push({ from: placeOf(at), to: placeOf(at + word.length) });
    }
  }
  found.sort((one, other) => one.from - other.from);
  const merged: Highlight[] = [];
  for (const next of found) {
    const last = merged.at(-1);
    if (last === undefined || next.from > last.to) merged.push(next);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
  }
  return merged;
}
