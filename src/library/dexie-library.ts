import type { MatchCandidate } from "#domain/agent-event.ts";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import { onTableChange } from "#storage/on-table-change.ts";
import type { StorageHealth } from "#storage/port.ts";
import { readOr } from "#storage/read-or.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { bodyOf, hashBody } from "./body-hash.ts";
import { changeSnippet, type SnippetStore } from "./change-snippet.ts";
import { createMatcher } from "./match.ts";
import type { SaveOutcome, SnippetDraft, SnippetLibrary } from "./port.ts";

export interface LibraryPorts extends SnippetStore {
  readonly health: StorageHealth;
}

/** The snippets in this browser. */
export class DexieLibrary implements SnippetLibrary {
  readonly #ports: LibraryPorts;
  /** The index of the core tools as they last were. */
  #index: { readonly of: string; readonly match: (task: string) => readonly MatchCandidate[] } | null = null;

  constructor(ports: LibraryPorts) {
    this.#ports = ports;
  }

  list(): Promise<readonly Snippet[]> {
    const { database, health } = this.#ports;
    return readOr(health, [], () => database.snippets.orderBy("updatedAt").reverse().toArray());
  }

  async get(id: string): Promise<Snippet | null> {
    const { database, health } = this.#ports;
    return (await readOr(health, undefined, () => database.snippets.get(id))) ?? null;
  }

  async save(draft: SnippetDraft): Promise<SaveOutcome> {
    const lacks = draftFault(draft);
    if (lacks !== null) return { ok: false, message: lacks };
    const { database, now } = this.#ports;
    const time = now().toISOString();
    const snippet: Snippet = { ...UNPROVEN, ...draftFields(draft), id: crypto.randomUUID(), status: "draft", version: 1, createdAt: time, updatedAt: time };
    const outcome = await writeOutcome(() =>
      database.transaction("rw", database.snippets, database.snippetVersions, async () => {
        await database.snippets.add(snippet);
        await database.snippetVersions.add({ snippet: snippet.id, version: 1, time, body: bodyOf(snippet) });
      }),
    );
    return outcome.ok ? { ok: true, snippet } : outcome;
  }

  async update(id: string, draft: SnippetDraft): Promise<SaveOutcome> {
    const lacks = draftFault(draft);
    if (lacks !== null) return { ok: false, message: lacks };
    return changeSnippet(this.#ports, id, (before, time) => ({ ...before, ...draftFields(draft), updatedAt: time }));
  }

  async remove(id: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }> {
    const { database } = this.#ports;
    return writeOutcome(() =>
      database.transaction("rw", database.snippets, database.snippetVersions, async () => {
        await database.snippets.delete(id);
        await database.snippetVersions.where("[snippet+version]").between([id, 0], [id, Number.POSITIVE_INFINITY]).delete();
      }),
    );
  }

  async match(task: string): Promise<readonly MatchCandidate[]> {
    const { health } = this.#ports;
    // Read anew each time: a tool that was changed a moment ago, here or in another tab, must not be used, and a new one must be found.
    const tools = await readOr(health, [], () => this.#coreTools());
    const of = tools.map(({ id, evidence }) => `${id} ${evidence?.bodyHash}`).join("\n");
    if (this.#index?.of !== of) this.#index = { of, match: createMatcher(tools) };
    return this.#index.match(task);
  }

  /** Tools that the agent may use: what is stored as core must also be the body that its gates and its reviewer saw. */
  async #coreTools(): Promise<readonly Snippet[]> {
    const stored = await this.#ports.database.snippets.where("status").equals("core").toArray();
    const hashes = await Promise.all(stored.map(hashBody));
    return stored.filter(
      ({ deprecated, evidence, review }, index) => deprecated === null && evidence?.bodyHash === hashes[index] && review?.bodyHash === hashes[index],
    );
  }

  subscribe(listener: () => void): () => void {
    return onTableChange(this.#ports.database, this.#ports.database.snippets, listener);
  }
}

/** Why a draft may not be kept, in words for a person; null when it may. */
function draftFault({ name, code }: SnippetDraft): string | null {
  if (name.trim() === "") return "A snippet needs a name.";
  if (code.trim() === "") return "A snippet needs code.";
  return null;
}

/** The fields of a draft and no others: what more a caller's object holds is not the snippet's. */
function draftFields({ name, description, code, tags, provenance, tests, packages }: SnippetDraft): SnippetDraft {
  return {
    name: name.trim(),
    description: description.trim(),
    code,
    tags: distinct(tags),
    provenance,
    ...(tests === undefined ? {} : { tests }),
    ...(packages === undefined ? {} : { packages: distinct(packages) }),
  };
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words.map((word) => word.trim()).filter(Boolean))];
}
