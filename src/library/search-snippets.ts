import type { Snippet } from "#domain/snippet.ts";
import type { Highlight, SnippetFilter, SnippetHit } from "./port.ts";

/**
 * Full-text search over name, description, tags and code: every word of the query must stand somewhere, in any case and
 * without regard to accents. Words in the name weigh most. An empty query lists what passes the filter, newest first.
 */
export function searchSnippets(snippets: readonly Snippet[], query: string, filter: SnippetFilter): readonly SnippetHit[] {
  const words = [...new Set(folded(query).text.split(/\s+/).filter(Boolean))];
  const hits: { readonly hit: SnippetHit; readonly rank: number }[] = [];
  for (const snippet of snippets) {
    if (!passes(snippet, filter)) continue;
    const texts = { name: folded(snippet.name), description: folded(snippet.description), tags: folded(snippet.tags.join(", ")), code: folded(snippet.code) };
    const fields = Object.values(texts);
    if (!words.every((word) => fields.some(({ text }) => text.includes(word)))) continue;
    const rank = words.reduce((sum, word) => sum + rankOf(word, texts), 0);
    const mark = (text: Folded) => highlights(text, words);
    hits.push({
      rank,
      hit: { snippet, highlights: { name: mark(texts.name), description: mark(texts.description), tags: mark(texts.tags), code: mark(texts.code) } },
    });
  }
  hits.sort((one, other) => other.rank - one.rank || other.hit.snippet.updatedAt.localeCompare(one.hit.snippet.updatedAt));
  return hits.map(({ hit }) => hit);
}

function passes({ status, tags, deprecated }: Snippet, filter: SnippetFilter): boolean {
  if (filter.status !== "any" && filter.status !== status) return false;
  if (filter.deprecated !== "show" && (deprecated !== null) !== (filter.deprecated === "only")) return false;
  return filter.tags.every((tag) => tags.includes(tag));
}

/** A text as it is compared, with the place that each of its characters had. */
interface Folded {
  readonly text: string;
  readonly places: readonly number[];
  readonly length: number;
}

function folded(source: string): Folded {
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

function rankOf(word: string, texts: Readonly<Record<keyof typeof WEIGHTS, Folded>>): number {
  return (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce((sum, field) => sum + (texts[field].text.includes(word) ? WEIGHTS[field] : 0), 0);
}

/** Where the words stand, in order, those that touch or overlap as one. */
function highlights({ text, places, length }: Folded, words: readonly string[]): readonly Highlight[] {
  const found: Highlight[] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      found.push({ from: places[at] ?? 0, to: places[at + word.length] ?? length });
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
