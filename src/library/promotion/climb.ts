import { SNIPPET_LADDER, type Snippet } from "#domain/snippet.ts";
import { bodyText, hashBody } from "#library/body-hash.ts";
import { changeSnippet, type SnippetStore, step } from "#library/change-snippet.ts";
import { dexieSnippetSource } from "#library/dexie-snippet-source.ts";
import type { GateProgress, PromotionOutcome, ReviewInput } from "#library/port.ts";
import type { Executor } from "#sandbox/port.ts";
import type { Climb } from "./gate.ts";
import { reviewGate } from "./review-gate.ts";
import { type GateRun, runGates } from "./run-gates.ts";

/**
 * Takes a snippet one step up the ladder, if every gate on the way lets it pass. What the gates saw is kept either way; a
 * snippet above draft whose gates do not hold any more is a draft again.
 */
export async function climb(
  store: SnippetStore & { readonly executor: Executor },
  snippet: Snippet,
  review: ReviewInput | null,
  onProgress: (progress: GateProgress) => void,
  signal: AbortSignal,
): Promise<PromotionOutcome> {
  const target = nextStep(snippet);
  if (target === null) return refused("It is core: there is no step above.");
  if (snippet.deprecated !== null) return refused("It is deprecated. Take it into use again first.");
  const time = store.now().toISOString();
  const bodyHash = await hashBody(snippet);
  const signed = target === "reviewed" ? review && { ...review, time, bodyHash } : snippet.review;
  // Asked before the tests as well: nobody shall wait for them to hear that a tick is missing.
  const { passed, notes } = reviewGate.judge({ review: signed, target, bodyHash });
  if (!passed) return refused(notes.join(" "));
  const run = await runGates(
    { executor: store.executor, source: dexieSnippetSource(store.database) },
    { snippet, target, review: signed, time },
    onProgress,
    signal,
  );
  if (!run.ok) return refused(run.message);
  const kept = await keep(store, snippet, target, run);
  if (!kept.ok) return { ok: false, message: kept.message, gates: run.evidence.gates };
  if (run.passed) return { ok: true, snippet: kept.snippet };
  const inTheWay = run.evidence.gates.filter(({ verdict }) => verdict === "fail").map(({ title }) => title.toLowerCase());
  return { ok: false, message: `Not ${target} yet. Still open: ${inTheWay.join("; ")}.`, gates: run.evidence.gates };
}

function refused(message: string): PromotionOutcome {
  return { ok: false, message, gates: [] };
}

function nextStep({ status }: Snippet): Climb | null {
  const next = SNIPPET_LADDER[SNIPPET_LADDER.indexOf(status) + 1];
  return next === undefined || next === "draft" ? null : next;
}

/** Keeps what a run of the gates came to, unless the snippet changed meanwhile. */
export async function keep(store: SnippetStore, seen: Snippet, target: Climb, run: GateRun & { readonly ok: true }) {
  // Pins are a part of the body: written first, they make the version that the rest is about.
  if (run.uses !== seen.uses && JSON.stringify(run.uses) !== JSON.stringify(seen.uses)) {
    const pinned = await changeSnippet(store, seen.id, (before, time) =>
      bodyText(before) === bodyText(seen) ? { ...before, uses: run.uses, updatedAt: time } : CHANGED,
    );
    if (!pinned.ok) return pinned;
  }
  return changeSnippet(store, seen.id, (before, time) => {
    if (bodyText(before) !== bodyText({ ...seen, uses: run.uses })) return CHANGED;
    const base: Snippet = { ...before, tool: run.tool, evidence: run.evidence, updatedAt: time };
    if (run.passed)
      return {
        ...base,
        status: target,
        review: run.review,
        trail: target === before.status ? before.trail : [...before.trail, step(before, target, time, "Every gate let it pass.")],
      };
    if (before.status === "draft") return base;
    // It may not rise, but what it is it still is: the evidence for that stays.
    if (run.fallen.length === 0) return { ...before, tool: run.tool };
    return {
      ...base,
      status: "draft",
      review: null,
      trail: [...before.trail, step(before, "draft", time, `It no longer passes: ${run.fallen.join(", ")}.`)],
    };
  });
}

const CHANGED = "The snippet changed while its gates were asked. Nothing was kept; try again.";
