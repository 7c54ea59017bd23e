import type { AnswerGroup } from "#domain/agent-event.ts";
import { answerKey, answerText } from "./answer-key.ts";
import { candidateWeight } from "./candidate-weight.ts";
import { type AttemptRecord, isAccepted } from "./run-outcome.ts";

/** What several answers to one task say together. */
export interface Agreement {
  /** The group that counts first. */
  readonly answers: readonly AnswerGroup[];
  readonly chosen: AttemptRecord;
  /** Share of the votes of all answers, 0 to 1. */
  readonly confidence: number;
}

/** Characters of an answer that are shown. */
const TEXT_KEPT = 200;

/**
 * Groups the accepted attempts by what they answer. The group with most votes counts, and in a tie the one that was there first:
 * the earlier attempt is the less random one.
 * @returns null when no attempt was accepted
 */
export function agree(attempts: readonly AttemptRecord[], task: string): Agreement | null {
  const groups = new Map<string, { attempts: AttemptRecord[]; weight: number }>();
  let total = 0;
  for (const attempt of attempts) {
    if (!isAccepted(attempt) || attempt.execution === null) continue;
    const key = answerKey(attempt.execution.result);
    const weight = candidateWeight(attempt, task);
    const group = groups.get(key) ?? { attempts: [], weight: 0 };
    group.attempts.push(attempt);
    group.weight += weight;
    total += weight;
    groups.set(key, group);
  }
  const ranked = [...groups.values()].sort((a, b) => b.weight - a.weight);
  const best = ranked[0];
  const chosen = best?.attempts[0];
  if (best === undefined || chosen === undefined) return null;
  return {
    answers: ranked.map((group) => ({
      text: group.attempts[0]?.execution == null ? "" : answerText(group.attempts[0].execution.result).trim().slice(0, TEXT_KEPT),
      attempts: group.attempts.map((attempt) => attempt.number),
      weight: Number(group.weight.toFixed(2)),
    })),
    chosen,
    confidence: total === 0 ? 0 : Number((best.weight / total).toFixed(2)),
  };
}
