import type { Snippet } from "#domain/snippet.ts";
import type { SkepDatabase } from "#storage/database.ts";
import { hashBody } from "./body-hash.ts";

/** For tests: makes a stored snippet what the whole ladder makes of it. */
export async function makeCore(database: SkepDatabase, id: string): Promise<Snippet> {
  const snippet = await database.snippets.get(id);
  if (snippet === undefined) throw new Error(`there is no snippet ${id}`);
  const time = "2026-11-30T12:00:00.000Z";
  const bodyHash = await hashBody(snippet);
  const core: Snippet = {
    ...snippet,
    status: "core",
    evidence: { time, bodyHash, environment: { executor: "local", python: "3.14.2", packages: {} }, gates: [], tests: [] },
    review: { reviewer: "Ada", note: "Read it.", checked: ["code", "tests", "changes"], time, bodyHash },
  };
  await database.snippets.put(core);
  return core;
}
