import type { Snippet } from "#domain/snippet.ts";
import type { SnippetTest } from "#domain/snippet-test.ts";
import type { Executor } from "#sandbox/port.ts";
import { memoryDatabase } from "#storage/memory-database.ts";
import { createStorageHealth } from "#storage/storage-health.ts";
import { DexieLibrary } from "./dexie-library.ts";
import { createSnippetHistory } from "./dexie-snippet-history.ts";
import type { PromotionOutcome, SnippetDraft } from "./port.ts";
import { SandboxWorkshop } from "./sandbox-workshop.ts";

export const SIGNAL = AbortSignal.timeout(300_000);
export const REVIEW = { reviewer: "Ada", note: "Read every line.", checked: ["code", "tests", "changes"] as const };

export const ADD = 'def add(a: int, b: int = 1) -> int:\n    """Adds two whole numbers."""\n    return a + b\n';
export const ADD_TEST: SnippetTest = { name: "two and three", arguments: { a: 2, b: 3 }, files: [], expect: { value: 5 } };

/** For tests: a draft of a tool that adds. */
export function draft(part: Partial<SnippetDraft> = {}): SnippetDraft {
  return {
    name: "add",
    description: "Adds two whole numbers.",
    code: ADD,
    tags: [],
    provenance: { run: null, model: null, task: "Add 2 and 3" },
    tests: [ADD_TEST],
    ...part,
  };
}

/** For tests: a library in memory with a workshop over one Python. */
export interface Place {
  readonly database: ReturnType<typeof memoryDatabase>;
  readonly library: DexieLibrary;
  readonly history: ReturnType<typeof createSnippetHistory>;
  readonly workshop: SandboxWorkshop;
}

export function freshPlace(executor: Executor): Place {
  const database = memoryDatabase();
  let clock = Date.UTC(2026, 10, 30, 12);
  const store = { database, health: createStorageHealth(), now: () => new Date(clock++), executor };
  return { database, library: new DexieLibrary(store), history: createSnippetHistory(store), workshop: new SandboxWorkshop(store) };
}

export async function saved({ library }: Place, part: Partial<SnippetDraft> = {}): Promise<Snippet> {
  const outcome = await library.save(draft(part));
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.snippet;
}

export function promote({ workshop }: Place, id: string, review: Parameters<SandboxWorkshop["promote"]>[1] = null): Promise<PromotionOutcome> {
  return workshop.promote(id, review, () => undefined, SIGNAL);
}

export async function toCore(place: Place, id: string): Promise<Snippet> {
  for (const review of [null, REVIEW, null]) {
    const outcome = await promote(place, id, review);
    if (!outcome.ok) throw new Error(outcome.message);
  }
  const snippet = await place.library.get(id);
  if (snippet === null) throw new Error("it is gone");
  return snippet;
}
