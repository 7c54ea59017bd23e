import type { GateResult, Snippet, SnippetReview, SnippetStatus } from "#domain/snippet.ts";
import type { ToolInspection } from "#library/inspect-tools.ts";
import type { UsedTools } from "#library/resolve-uses.ts";
import type { TestRun } from "#library/testing/run-test.ts";
import type { EnvironmentFacts } from "#sandbox/port.ts";

/** A step up the ladder. */
export type Climb = Exclude<SnippetStatus, "draft">;

/** All that gates judge by. Whoever builds it has run the tests already: a gate itself runs nothing. */
export interface GateContext {
  readonly snippet: Snippet;
  readonly target: Climb;
  readonly inspection: ToolInspection;
  readonly uses: UsedTools;
  readonly facts: EnvironmentFacts;
  /** The tests, each run twice in a fresh state; empty when a gate before them already failed. */
  readonly runs: readonly (readonly [first: TestRun, second: TestRun])[];
  /** SHA-256 of the body that everything here is about. */
  readonly bodyHash: string;
  readonly review: SnippetReview | null;
}

/** What one gate says: what is in its way, or (when it passes) what it saw. */
export interface Judgement extends Pick<GateResult, "notes"> {
  readonly passed: boolean;
}

/** One condition for a step up the ladder. */
export interface Gate {
  readonly name: string;
  /** What is true of a snippet that passed. */
  readonly title: string;
  /** Whether it needs the tests to have run: then it is not asked when one that does not need them failed. */
  readonly needsRuns: boolean;
  judge(context: GateContext): Judgement;
}

/** Passed when there is no problem. */
export function judge(problems: readonly string[], seen: readonly string[] = []): Judgement {
  return problems.length === 0 ? { passed: true, notes: seen } : { passed: false, notes: problems };
}
