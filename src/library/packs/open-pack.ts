import { type Snippet, type SnippetVersion, UNPROVEN } from "#domain/snippet.ts";
import { bodyOf, signatureOf } from "#library/body-hash.ts";
import { inspectTools, type ToolInspection } from "#library/inspect-tools.ts";
import type { SnippetSource } from "#library/resolve-uses.ts";
import type { Executor } from "#sandbox/port.ts";
import { readPack } from "./read-pack.ts";

/** When a snippet of a pack that nobody keeps was made. */
export const NO_TIME = "1970-01-01T00:00:00.000Z";

/** A pack's snippets as if they were here, without being kept. */
export interface OpenPack {
  /** As drafts, in the pack's order. */
  readonly drafts: readonly Snippet[];
  /** What each of them is as a tool, in the same order. */
  readonly inspections: readonly ToolInspection[];
  /** Where tools that import each other find each other: in the pack, and nowhere else. */
  readonly source: SnippetSource;
}

/** Reads a pack and its tools' signatures, in one run of the sandbox. */
export async function openPack(
  executor: Executor,
  text: string,
  fileName: string,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly pack: OpenPack } | { readonly ok: false; readonly message: string; readonly line: number | null }> {
  const reading = await readPack(text, fileName, { byName: async () => [], versions: async () => [] });
  if (!reading.ok) return reading;
  const drafts = reading.entries.map(
    ({ draft }): Snippet => ({ ...UNPROVEN, ...draft, id: draft.name, status: "draft", version: 1, createdAt: NO_TIME, updatedAt: NO_TIME }),
  );
  const outcome = await inspectTools(
    executor,
    drafts.map(({ code }) => code),
    signal,
  );
  if (!outcome.ok) return { ok: false, message: outcome.message, line: null };
  const { inspections } = outcome;
  return { ok: true, pack: { drafts, inspections, source: sourceOf(await pinned(drafts, inspections)) } };
}

/** The pack as if all of it had been tested already: each one's gates say themselves whether it was. */
async function pinned(drafts: readonly Snippet[], inspections: readonly ToolInspection[]): Promise<readonly Snippet[]> {
  const signatures = new Map(await Promise.all(drafts.map(async (draft) => [draft.name, await signatureOf(draft)] as const)));
  return drafts.map((draft, index): Snippet => {
    const uses = (inspections[index]?.tools ?? []).flatMap((name) => {
      const bodyHash = signatures.get(name);
      return bodyHash === undefined ? [] : [{ name, version: 1, bodyHash }];
    });
    return { ...draft, status: "tested", uses };
  });
}

function sourceOf(snippets: readonly Snippet[]): SnippetSource {
  const byName = new Map(snippets.map((snippet) => [snippet.name, snippet]));
  return {
    byName: async (name) => [byName.get(name)].filter((snippet) => snippet !== undefined),
    version: async (id): Promise<SnippetVersion | null> => {
      const snippet = byName.get(id);
      return snippet === undefined ? null : { snippet: id, version: 1, time: NO_TIME, body: bodyOf(snippet) };
    },
  };
}
