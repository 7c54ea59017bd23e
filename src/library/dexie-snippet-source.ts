import type { SkepDatabase } from "#storage/database.ts";
import type { SnippetSource } from "./resolve-uses.ts";

/** The snippets of this browser, by name and version. */
export function dexieSnippetSource(database: SkepDatabase): SnippetSource {
  return {
    byName: async (name) => database.snippets.where("name").equals(name).toArray(),
    version: async (id, version) => (await database.snippetVersions.get([id, version])) ?? null,
  };
}
