import type { MatchCandidate } from "#domain/agent-event.ts";
import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import type { SkepDatabase } from "#storage/database.ts";
import { onTableChange } from "#storage/on-table-change.ts";
import type { StorageHealth } from "#storage/port.ts";
import { readOr } from "#storage/read-or.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { createMatcher } from "./match.ts";
import type { SaveOutcome, SnippetDraft, SnippetLibrary } from "./port.ts";

export interface LibraryPorts {
  readonly database: SkepDatabase;
  readonly health: StorageHealth;
  readonly now: () => Date;
}

/** The snippets in this browser. */
export class DexieLibrary implements SnippetLibrary {
  readonly #ports: LibraryPorts;
  /** Made when it is first asked for; thrown away when a snippet changes, here or in another tab. */
  #matcher: Promise<(task: string) => readonly MatchCandidate[]> | null = null;

  constructor(ports: LibraryPorts) {
    this.#ports = ports;
    this.subscribe(() => {
      this.#matcher = null;
    });
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
    const now = this.#ports.now().toISOString();
    const snippet: Snippet = { ...UNPROVEN, ...draftFields(draft), id: crypto.randomUUID(), status: "draft", version: 1, createdAt: now, updatedAt: now };
    return this.#write(snippet, () => this.#ports.database.snippets.add(snippet));
  }

  async update(id: string, draft: SnippetDraft): Promise<SaveOutcome> {
    const lacks = draftFault(draft);
    if (lacks !== null) return { ok: false, message: lacks };
    const { database, now } = this.#ports;
    let updated: Snippet | null = null;
    const outcome = await writeOutcome(() =>
      database.transaction("rw", database.snippets, async () => {
        const before = await database.snippets.get(id);
        if (before === undefined) return;
        const changed = before.code !== draft.code;
        updated = {
          ...before,
          ...draftFields(draft),
          status: changed ? "draft" : before.status,
          version: changed ? before.version + 1 : before.version,
          updatedAt: now().toISOString(),
        };
        await database.snippets.put(updated);
      }),
    );
    this.#matcher = null;
    if (!outcome.ok) return outcome;
    return updated === null ? { ok: false, message: "The snippet is not here any more." } : { ok: true, snippet: updated };
  }

  async remove(id: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }> {
    const outcome = await writeOutcome(() => this.#ports.database.snippets.delete(id));
    this.#matcher = null;
    return outcome;
  }

  async match(task: string): Promise<readonly MatchCandidate[]> {
    const { database, health } = this.#ports;
    this.#matcher ??= readOr(health, [], () => database.snippets.where("status").equals("core").toArray()).then(createMatcher);
    return (await this.#matcher)(task);
  }

  subscribe(listener: () => void): () => void {
    return onTableChange(this.#ports.database, this.#ports.database.snippets, listener);
  }

  async #write(snippet: Snippet, write: () => PromiseLike<unknown>): Promise<SaveOutcome> {
    const outcome = await writeOutcome(write);
    this.#matcher = null;
    return outcome.ok ? { ok: true, snippet } : outcome;
  }
}

/** Why a draft may not be kept, in words for a person; null when it may. */
function draftFault({ name, code }: SnippetDraft): string | null {
  if (name.trim() === "") return "A snippet needs a name.";
  if (code.trim() === "") return "A snippet needs code.";
  return null;
}

/** The fields of a draft and no others: what more a caller's object holds is not the snippet's. */
function draftFields({ name, description, code, tags, provenance }: SnippetDraft): SnippetDraft {
  return { name: name.trim(), description: description.trim(), code, tags: [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))], provenance };
}
