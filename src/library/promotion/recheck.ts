import type { GateEvidence, Snippet } from "#domain/snippet.ts";
import type { SnippetStore } from "#library/change-snippet.ts";
import { dexieSnippetSource } from "#library/dexie-snippet-source.ts";
import type { EnvironmentFacts, Executor } from "#sandbox/port.ts";
import { keep } from "./climb.ts";
import { environmentOf, runGates } from "./run-gates.ts";

/**
 * Snippets above draft whose evidence is of another Python, or of other packages, than those here. Where a package is not here
 * at all (a page that was opened before its files were fetched), nothing can be said of a tool, for or against it.
 */
function staleSnippets(snippets: readonly Snippet[], facts: EnvironmentFacts): readonly Snippet[] {
  return snippets.filter(
    (snippet) =>
      snippet.status !== "draft" &&
      snippet.packages.every((name) => name in facts.packages) &&
      (snippet.evidence === null || !sameEnvironment(snippet.evidence.environment, environmentOf(facts, snippet))),
  );
}

/**
 * Runs the gates again of every such snippet. Who passes gets new evidence and keeps its status and review; who does not is a draft.
 * @returns those that were sent back
 */
export async function recheck(
  store: SnippetStore & { readonly executor: Executor },
  snippets: readonly Snippet[],
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<{ readonly ok: true; readonly demoted: readonly Snippet[] } | { readonly ok: false; readonly message: string }> {
  // Asking for the facts may start an interpreter: not for nothing.
  if (snippets.every(({ status }) => status === "draft")) return { ok: true, demoted: [] };
  const stale = staleSnippets(snippets, await store.executor.facts());
  const demoted: Snippet[] = [];
  const ports = { executor: store.executor, source: dexieSnippetSource(store.database) };
  for (const [index, snippet] of stale.entries()) {
    onProgress(index, stale.length);
    const { status } = snippet;
    if (status === "draft") continue;
    const run = await runGates(ports, { snippet, target: status, review: snippet.review, time: store.now().toISOString() }, () => undefined, signal);
    if (!run.ok) return run;
    const kept = await keep(store, snippet, status, run);
    if (!kept.ok) return kept;
    if (kept.snippet.status === "draft") demoted.push(kept.snippet);
  }
  onProgress(stale.length, stale.length);
  return { ok: true, demoted };
}

function sameEnvironment(one: GateEvidence["environment"], other: GateEvidence["environment"]): boolean {
  const names = new Set([...Object.keys(one.packages), ...Object.keys(other.packages)]);
  return one.executor === other.executor && one.python === other.python && [...names].every((name) => one.packages[name] === other.packages[name]);
}
