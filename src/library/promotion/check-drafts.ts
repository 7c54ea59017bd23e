import type { Snippet } from "#domain/snippet.ts";
import type { SnippetStore } from "#library/change-snippet.ts";
import { dexieSnippetSource } from "#library/dexie-snippet-source.ts";
import type { CheckOutcome, PackVerdict } from "#library/port.ts";
import type { Executor } from "#sandbox/port.ts";
import { keep } from "./climb.ts";
import { runGates } from "./run-gates.ts";

/**
 * Asks the gates on the way to tested of drafts, as after an import. What they say is kept as evidence; a draft stays a draft,
 * whatever it was where it came from.
 */
export async function checkDrafts(
  store: SnippetStore & { readonly executor: Executor },
  snippets: readonly Snippet[],
  onVerdict: (verdict: PackVerdict, done: number) => void,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const ports = { executor: store.executor, source: dexieSnippetSource(store.database) };
  const verdicts: PackVerdict[] = [];
  for (const snippet of snippets.filter(({ status }) => status === "draft")) {
    const run = await runGates(ports, { snippet, target: "tested", review: null, time: store.now().toISOString() }, () => undefined, signal);
    if (!run.ok) return run;
    // Pins are set when a tool rises: until then, it goes with today's versions of what it imports.
    const kept = await keep(store, snippet, "tested", { ...run, passed: false, uses: snippet.uses });
    if (!kept.ok) return kept;
    const verdict = { name: snippet.name, passed: run.passed, gates: run.evidence.gates, tests: run.evidence.tests };
    verdicts.push(verdict);
    onVerdict(verdict, verdicts.length);
  }
  return { ok: true, verdicts };
}
