import MiniSearch from "minisearch";
import type { MatchCandidate } from "#domain/agent-event.ts";
import type { Snippet } from "#domain/snippet.ts";
import { words } from "./words.ts";

/** Candidates below this are noise. */
const MINIMUM_SCORE = 0.05;

/** Candidates that are worth telling. */
const MAXIMUM_CANDIDATES = 20;

/** What a word of the task counts that only the snippet's code mentions. */
const CODE_WEIGHT = 0.5;

/** Texts that each say alone what a snippet does. */
const PHRASES = ["name", "description", "task"] as const;
const TEXTS = [...PHRASES, "tags"] as const;

type Phrase = (typeof PHRASES)[number];

interface Indexed {
  readonly id: string;
  readonly snippet: Pick<Snippet, "id" | "name">;
  readonly phraseLengths: Readonly<Record<Phrase, number>>;
}

/**
 * Ranks snippets for tasks. The search library finds which words of the task a snippet mentions, also by their beginning
 * or with a letter wrong. The score is the harmonic mean of two shares: of the task's words, those that the snippet
 * mentions; of the words of the snippet's name, description or original task (whichever fits best), those that the task
 * mentions. So 1 means that both say the same, a task that asks for more than the tool does scores lower, and so does
 * one that is too vague to mean this tool. It depends on the task and the snippet alone, not on what else is in the library.
 */
export function createMatcher(snippets: readonly Snippet[]): (task: string) => readonly MatchCandidate[] {
  const indexed = new Map<string, Indexed>();
  const search = new MiniSearch<Record<string, string>>({
    fields: [...TEXTS, "code"],
    tokenize: (text) => text.split(" "),
    processTerm: (term) => (term === "" ? null : term),
    searchOptions: {
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
    },
  });
  for (const snippet of snippets) {
    const texts = {
      name: words(snippet.name),
      description: words(firstSentence(snippet.description)),
      task: words(snippet.provenance.task ?? ""),
      tags: words(snippet.tags.join(" ")),
      code: words(snippet.code.match(/[\p{L}_][\p{L}\p{N}_]*/gu)?.join(" ") ?? ""),
    };
    indexed.set(snippet.id, {
      id: snippet.id,
      snippet,
      phraseLengths: { name: texts.name.length, description: texts.description.length, task: texts.task.length },
    });
    search.add({ id: snippet.id, ...Object.fromEntries(Object.entries(texts).map(([field, found]) => [field, found.join(" ")])) });
  }

  return (task) => {
    const wanted = words(task);
    if (wanted.length === 0) return [];
    const query = wanted.join(" ");
    const inCode = new Map(search.search(query, { fields: ["code"] }).map((hit) => [String(hit.id), hit.queryTerms]));
    const candidates: (MatchCandidate & { readonly rank: number })[] = [];
    for (const hit of search.search(query, { fields: [...TEXTS] })) {
      const entry = indexed.get(String(hit.id));
      if (entry === undefined) continue;
      const mentioned = new Set(hit.queryTerms);
      const onlyInCode = new Set(inCode.get(entry.id)?.filter((term) => !mentioned.has(term)));
      const covered = (mentioned.size + CODE_WEIGHT * onlyInCode.size) / wanted.length;
      const fitting = Math.max(...PHRASES.map((phrase) => shareOf(entry.phraseLengths[phrase], hit.match, phrase)));
      const score = covered + fitting === 0 ? 0 : (2 * covered * fitting) / (covered + fitting);
      if (score >= MINIMUM_SCORE) candidates.push({ id: entry.id, name: entry.snippet.name, score: Math.round(score * 1_000) / 1_000, rank: hit.score });
    }
    candidates.sort((one, other) => other.score - one.score || other.rank - one.rank);
    return candidates.slice(0, MAXIMUM_CANDIDATES).map(({ id, name, score }) => ({ id, name, score }));
  };
}

/** Of a phrase's words, the share that the task mentions. */
function shareOf(length: number, match: Readonly<Record<string, readonly string[]>>, phrase: Phrase): number {
  const hits = Object.values(match).filter((fields) => fields.includes(phrase)).length;
  return length === 0 ? 0 : hits / length;
}

/** What comes after the first sentence of a description is detail. */
function firstSentence(description: string): string {
  return description.trim().split(/(?<=[.!?。])\s|\n\s*\n/u, 1)[0] ?? "";
}
