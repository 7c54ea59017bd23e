import type { MatchCandidate } from "#domain/agent-event.ts";
import type { Snippet } from "#domain/snippet.ts";

export type SaveOutcome = { readonly ok: true; readonly snippet: Snippet } | { readonly ok: false; readonly message: string };

/** What a person gives to save a snippet; id, version, status and times are the library's to set. */
export type SnippetDraft = Pick<Snippet, "name" | "description" | "code" | "tags" | "provenance">;

/** Snippets on this device. */
export interface SnippetLibrary {
  /** Newest change first. */
  list(): Promise<readonly Snippet[]>;
  get(id: string): Promise<Snippet | null>;
  /** Keeps a new snippet as a draft. */
  save(draft: SnippetDraft): Promise<SaveOutcome>;
  /** A changed byte of code sends the snippet back to draft and adds a version. */
  update(id: string, draft: SnippetDraft): Promise<SaveOutcome>;
  remove(id: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
  /**
   * Ranks the `core` snippets for a task, best first.
   * @returns candidates with scores from 0 to 1; those under 0.05 are left out.
   */
  match(task: string): Promise<readonly MatchCandidate[]>;
  subscribe(listener: () => void): () => void;
}
