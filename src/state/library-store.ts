import { createStore, type StoreApi } from "zustand/vanilla";
import type { Snippet } from "#domain/snippet.ts";
import type { SaveOutcome, SnippetDraft, SnippetLibrary } from "#library/port.ts";

export type { SaveOutcome, SnippetDraft } from "#library/port.ts";

export interface LibraryState {
  /** Null until the library was read. */
  readonly snippets: readonly Snippet[] | null;
  readonly search: string;
  /** What went wrong last, in words for a person. */
  readonly problem: string | null;
  refresh(): Promise<void>;
  setSearch(search: string): void;
  save(draft: SnippetDraft): Promise<SaveOutcome>;
  update(id: string, draft: SnippetDraft): Promise<SaveOutcome>;
  remove(id: string): Promise<void>;
  dismissProblem(): void;
}

export type LibraryStore = StoreApi<LibraryState>;

/** The snippets on this device, kept in step with the library. */
export function createLibraryStore(library: SnippetLibrary): LibraryStore {
  let reading: Promise<void> | null = null;
  let stale = false;
  const store = createStore<LibraryState>()((set) => ({
    snippets: null,
    search: "",
    problem: null,
    // Changes that come while the library is read, such as those of an import, are read together, once more.
    refresh: () => {
      stale = true;
      reading ??= (async () => {
        while (stale) {
          stale = false;
          set({ snippets: await library.list() });
        }
      })().finally(() => {
        reading = null;
      });
      return reading;
    },
    setSearch: (search) => set({ search }),
    save: (draft) => library.save(draft),
    update: (id, draft) => library.update(id, draft),
    remove: async (id) => {
      const outcome = await library.remove(id);
      if (!outcome.ok) set({ problem: `The snippet was not deleted: ${outcome.message}` });
    },
    dismissProblem: () => set({ problem: null }),
  }));
  library.subscribe(() => void store.getState().refresh());
  return store;
}
