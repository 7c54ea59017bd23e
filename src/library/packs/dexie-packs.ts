import { type Snippet, UNPROVEN } from "#domain/snippet.ts";
import { bodyOf } from "#library/body-hash.ts";
import { changeSnippet, type SnippetStore } from "#library/change-snippet.ts";
import { dexieSnippetSource } from "#library/dexie-snippet-source.ts";
import type { PackChoice, PackFormat, PackReading, SnippetDraft, SnippetPacks } from "#library/port.ts";
import { orFailure } from "#storage/or-failure.ts";
import { writeOutcome } from "#storage/write-outcome.ts";
import { readPack, type SnippetsHere } from "./read-pack.ts";
import { writePack } from "./write-pack.ts";

/** Packs in and out of this browser's library. */
export class DexiePacks implements SnippetPacks {
  readonly #store: SnippetStore;

  constructor(store: SnippetStore) {
    this.#store = store;
  }

  write(ids: readonly string[], format: PackFormat): ReturnType<SnippetPacks["write"]> {
    return orFailure(() => this.#write(ids, format));
  }

  async #write(ids: readonly string[], format: PackFormat): ReturnType<SnippetPacks["write"]> {
    const { database } = this.#store;
    const found = (await database.snippets.bulkGet([...ids])).filter((snippet) => snippet !== undefined);
    if (found.length < ids.length) return { ok: false, message: "One of the snippets is not here any more." };
    const [first] = found;
    if (format === "python") {
      if (first === undefined || found.length > 1) return { ok: false, message: "A Python file takes one snippet." };
      return { ok: true, text: first.code, fileName: `${safeName(first.name)}.py` };
    }
    const items = await Promise.all(found.map(async (snippet) => ({ snippet, versions: await this.#here().versions(snippet.id) })));
    return {
      ok: true,
      text: await writePack(items, format),
      fileName: `${found.length === 1 && first !== undefined ? safeName(first.name) : "snippets"}.${format}`,
    };
  }

  async read(text: string, fileName: string): Promise<PackReading> {
    const reading = await orFailure(() => readPack(text, fileName, this.#here()));
    return reading.ok || "line" in reading ? reading : { ...reading, line: null };
  }

  take(choices: readonly PackChoice[]): ReturnType<SnippetPacks["take"]> {
    return orFailure(() => this.#take(choices));
  }

  async #take(choices: readonly PackChoice[]): ReturnType<SnippetPacks["take"]> {
    const { database, now } = this.#store;
    const taken: Snippet[] = [];
    const added: Snippet[] = [];
    const names = new Set(await database.snippets.orderBy("name").keys());
    for (const { entry, action } of choices) {
      if (action === "skip") continue;
      if (action === "replace" && entry.here !== null) {
        const outcome = await changeSnippet(this.#store, entry.here.id, (before, time) => ({
          ...before,
          ...entry.draft,
          tests: entry.draft.tests ?? [],
          packages: entry.draft.packages ?? [],
          updatedAt: time,
        }));
        if (!outcome.ok) return { ok: false, message: `${entry.name}: ${outcome.message} ${taken.length} were taken before.` };
        taken.push(outcome.snippet);
        continue;
      }
      const name = action === "copy" ? freeName(entry.name, names) : entry.name;
      names.add(name);
      added.push(newSnippet({ ...entry.draft, name }, now().toISOString()));
    }
    const outcome = await writeOutcome(() =>
      database.transaction("rw", database.snippets, database.snippetVersions, async () => {
        await database.snippets.bulkAdd(added);
        await database.snippetVersions.bulkAdd(added.map((snippet) => ({ snippet: snippet.id, version: 1, time: snippet.createdAt, body: bodyOf(snippet) })));
      }),
    );
    return outcome.ok ? { ok: true, snippets: [...taken, ...added] } : outcome;
  }

  async starter(): Promise<string> {
    return (await import("./starter-pack.yaml?raw")).default;
  }

  #here(): SnippetsHere {
    const { database } = this.#store;
    return {
      ...dexieSnippetSource(database),
      versions: (id) => Promise.resolve(database.snippetVersions.where("[snippet+version]").between([id, 0], [id, Number.POSITIVE_INFINITY]).toArray()),
    };
  }
}

/** Whatever a snippet was elsewhere, here it is new. */
function newSnippet(draft: SnippetDraft, time: string): Snippet {
  return { ...UNPROVEN, ...draft, id: crypto.randomUUID(), status: "draft", version: 1, createdAt: time, updatedAt: time };
}

function freeName(name: string, taken: ReadonlySet<unknown>): string {
  for (let number = 2; ; number++) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}

function safeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, 80) || "snippet";
}
