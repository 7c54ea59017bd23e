import { type Snippet, type SnippetVersion, UNPROVEN } from "#domain/snippet.ts";
import { bodyOf, signatureOf } from "#library/body-hash.ts";
import { inspectTools } from "#library/inspect-tools.ts";
import type { PackReport, PackVerdict } from "#library/port.ts";
import { runGates } from "#library/promotion/run-gates.ts";
import type { SnippetSource } from "#library/resolve-uses.ts";
import type { Executor } from "#sandbox/port.ts";
import { readPack } from "./read-pack.ts";

const TIME = "1970-01-01T00:00:00.000Z";

/**
 * Asks every gate on the way to tested of every snippet of a pack, without keeping any: what the library would say of them.
 * Tools that import each other are looked for in the pack itself.
 */
export async function testPack(
  executor: Executor,
  text: string,
  fileName: string,
  onVerdict: (verdict: PackVerdict) => void,
  signal: AbortSignal,
): Promise<PackReport> {
  const reading = await readPack(text, fileName, { byName: async () => [], versions: async () => [] });
  if (!reading.ok) return reading;
  const drafts = reading.entries.map(
    ({ draft }): Snippet => ({ ...UNPROVEN, ...draft, id: draft.name, status: "draft", version: 1, createdAt: TIME, updatedAt: TIME }),
  );
  const pinned = await pinEachOther(executor, drafts, signal);
  if (!pinned.ok) return { ok: false, message: pinned.message, line: null };
  const source = sourceOf(pinned.snippets);
  const verdicts: PackVerdict[] = [];
  for (const snippet of drafts) {
    const run = await runGates({ executor, source }, { snippet, target: "tested", review: null, time: TIME }, () => undefined, signal);
    if (!run.ok) return { ok: false, message: run.message, line: null };
    const verdict = { name: snippet.name, passed: run.passed, gates: run.evidence.gates, tests: run.evidence.tests };
    verdicts.push(verdict);
    onVerdict(verdict);
  }
  return { ok: true, passed: verdicts.every(({ passed }) => passed), snippets: verdicts };
}

/** The pack as if all of it had been tested already: each one's gates say themselves whether it was. */
async function pinEachOther(
  executor: Executor,
  drafts: readonly Snippet[],
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly snippets: readonly Snippet[] } | { readonly ok: false; readonly message: string }> {
  const outcome = await inspectTools(
    executor,
    drafts.map(({ code }) => code),
    signal,
  );
  if (!outcome.ok) return outcome;
  const signatures = new Map(await Promise.all(drafts.map(async (draft) => [draft.name, await signatureOf(draft)] as const)));
  const snippets = drafts.map((draft, index): Snippet => {
    const uses = (outcome.inspections[index]?.tools ?? []).flatMap((name) => {
      const bodyHash = signatures.get(name);
      return bodyHash === undefined ? [] : [{ name, version: 1, bodyHash }];
    });
    return { ...draft, status: "tested", uses };
  });
  return { ok: true, snippets };
}

function sourceOf(snippets: readonly Snippet[]): SnippetSource {
  const byName = new Map(snippets.map((snippet) => [snippet.name, snippet]));
  return {
    byName: async (name) => [byName.get(name)].filter((snippet) => snippet !== undefined),
    version: async (id): Promise<SnippetVersion | null> => {
      const snippet = byName.get(id);
      return snippet === undefined ? null : { snippet: id, version: 1, time: TIME, body: bodyOf(snippet) };
    },
  };
}
