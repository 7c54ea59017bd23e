import type { GateEvidence, GateResult, Snippet, SnippetReview, ToolSignature, ToolUse } from "#domain/snippet.ts";
import { hashBody } from "#library/body-hash.ts";
import { inspectTools, type ToolInspection } from "#library/inspect-tools.ts";
import type { GateProgress } from "#library/port.ts";
import { resolveUses, type SnippetSource, type UsedTools } from "#library/resolve-uses.ts";
import { runTest, type TestRun } from "#library/testing/run-test.ts";
import type { EnvironmentFacts, Executor } from "#sandbox/port.ts";
import type { Climb, GateContext } from "./gate.ts";
import { GATES } from "./gates.ts";
import { reviewGate } from "./review-gate.ts";

export interface GateRequest {
  readonly snippet: Snippet;
  readonly target: Climb;
  /** Of the snippet as it is; null where none was given. */
  readonly review: Omit<SnippetReview, "bodyHash"> | SnippetReview | null;
  /** RFC 3339 UTC with milliseconds. */
  readonly time: string;
}

export type GateRun =
  | {
      readonly ok: true;
      readonly passed: boolean;
      /** Gates that the snippet does not pass even for the status that it has, by name; empty for a draft. */
      readonly fallen: readonly string[];
      readonly evidence: GateEvidence;
      readonly tool: ToolSignature | null;
      /** The tools that it imports, pinned: a part of the body that the evidence is about. */
      readonly uses: readonly ToolUse[];
      readonly review: SnippetReview | null;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Asks every gate on the way to a status. The tests run, each twice in a fresh interpreter, only when nothing else is in the
 * way; Stop ends it without a verdict.
 */
export async function runGates(
  { executor, source }: { readonly executor: Executor; readonly source: SnippetSource },
  { snippet: stored, target, review: given, time }: GateRequest,
  onProgress: (progress: GateProgress) => void,
  signal: AbortSignal,
): Promise<GateRun> {
  const outcome = await inspectTools(executor, [stored.code], signal);
  if (!outcome.ok) return { ok: false, message: `The sandbox could not read the code: ${outcome.message}` };
  const [inspection] = outcome.inspections;
  if (inspection === undefined) return { ok: false, message: "The sandbox could not read the code." };

  // A draft is tested with today's versions of the tools that it imports; from then on, those stay.
  const uses = await resolveUses(source, stored.name, inspection.tools, stored.status === "draft" ? [] : stored.uses);
  const snippet: Snippet = { ...stored, uses: uses.ok ? uses.pins : stored.uses };
  const bodyHash = await hashBody(snippet);
  const review = given === null ? null : { bodyHash, ...given };
  const facts = await executor.facts();
  const context: GateContext = { snippet, target, inspection, uses, facts, review, bodyHash, runs: [] };

  const early = askGates(context, false, onProgress);
  const runs = early.every(({ verdict }) => verdict === "pass") ? await runTests(executor, context, onProgress, signal) : null;
  if (signal.aborted) return { ok: false, message: "Stopped. The snippet is as it was." };
  const late = runs === null ? notAsked(onProgress) : askGates({ ...context, runs }, true, onProgress);
  const gates = [...early, ...late];
  return {
    ok: true,
    passed: gates.every(({ verdict }) => verdict === "pass"),
    fallen: fallen({ ...context, runs: runs ?? [] }),
    tool: inspection.tool,
    uses: snippet.uses,
    review,
    evidence: { time, bodyHash, environment: environmentOf(facts, snippet), gates, tests: (runs ?? []).map(([{ result }]) => result) },
  };
}

function askGates(context: GateContext, needsRuns: boolean, onProgress: (progress: GateProgress) => void): readonly GateResult[] {
  return GATES.filter((gate) => gate.needsRuns === needsRuns).map((gate) => {
    const { passed, notes } = gate.judge(context);
    const result: GateResult = { gate: gate.name, title: gate.title, verdict: passed ? "pass" : "fail", notes };
    onProgress({ type: "gate", result });
    return result;
  });
}

/** A review that is missing or stale keeps a snippet from rising; it takes nothing from what it is. */
function fallen(context: GateContext): readonly string[] {
  const { status } = context.snippet;
  if (status === "draft") return [];
  return GATES.filter((gate) => gate !== reviewGate && !gate.judge({ ...context, target: status }).passed).map(({ name }) => name);
}

function notAsked(onProgress: (progress: GateProgress) => void): readonly GateResult[] {
  return GATES.filter(({ needsRuns }) => needsRuns).map(({ name, title }) => {
    const result: GateResult = { gate: name, title, verdict: "skipped", notes: ["Not asked: something before it is in the way."] };
    onProgress({ type: "gate", result });
    return result;
  });
}

async function runTests(
  executor: Executor,
  { snippet, inspection, uses }: { readonly snippet: Snippet; readonly inspection: ToolInspection; readonly uses: UsedTools },
  onProgress: (progress: GateProgress) => void,
  signal: AbortSignal,
): Promise<readonly (readonly [TestRun, TestRun])[]> {
  const { tool } = inspection;
  if (tool === null || !uses.ok) return [];
  const runnable = { code: snippet.code, tool, used: uses.tools };
  const runs: (readonly [TestRun, TestRun])[] = [];
  for (const [index, test] of snippet.tests.entries()) {
    if (signal.aborted) break;
    const first = await runTest(executor, runnable, test, signal);
    onProgress({ type: "test", result: first.result, index, total: snippet.tests.length });
    runs.push([first, await runTest(executor, runnable, test, signal)]);
  }
  return runs;
}

/** What the evidence holds for: this Python, and these versions of what the snippet declares. */
export function environmentOf(
  { executor, python, packages }: EnvironmentFacts,
  { packages: declared }: Pick<Snippet, "packages">,
): GateEvidence["environment"] {
  return { executor, python, packages: Object.fromEntries(declared.flatMap((name) => (packages[name] === undefined ? [] : [[name, packages[name]]]))) };
}
