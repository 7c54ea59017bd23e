import { type AttemptRecord, isAccepted, isDoubtful } from "#agent/run/run-outcome.ts";
import type { AnswerGroup } from "#domain/agent-event.ts";
import { answerKey, answerNumbers, answerText } from "./answer-key.ts";
import { candidateWeight } from "./candidate-weight.ts";
import { programLikeness } from "./program-likeness.ts";

/** What several answers to one task say together. */
export interface Agreement {
  /** The group that counts first. */
  readonly answers: readonly AnswerGroup[];
  readonly chosen: AttemptRecord;
  /** Share of the votes of all answers, 0 to 1. */
  readonly confidence: number;
}

interface Group {
  readonly key: string;
  readonly attempts: AttemptRecord[];
  weight: number;
}

/** How far apart the numbers of two simulations may be, relative to the larger one. */
const RANDOM_TOLERANCE = 0.05;

/** From this likeness on a program is an echo of another, and what its vote counts then. */
const ECHO_LIKENESS = 0.85;
const ECHO_WEIGHT = 0.4;

/** Characters of an answer that are shown. */
const TEXT_KEPT = 200;

/**
 * Groups the accepted attempts by what they answer. The group with most votes counts, and in a tie the one that was there first:
 * the earlier attempt is the less random one. Within a group the first that fits its task in every way is taken.
 * @returns null when no attempt was accepted
 */
export function agree(attempts: readonly AttemptRecord[]): Agreement | null {
  const groups: Group[] = [];
  for (const attempt of attempts) {
    if (!isAccepted(attempt) || attempt.execution === null) continue;
    const key = answerKey(attempt.execution.result);
    const group = groups.find((known) => known.key === key || isNear(known.attempts[0], attempt));
    if (group === undefined) groups.push({ key, attempts: [attempt], weight: 0 });
    else group.attempts.push(attempt);
  }
  for (const group of groups) group.weight = weightOf(group.attempts, groups.length > 1);
  const total = groups.reduce((sum, group) => sum + group.weight, 0);
  const ranked = groups.sort((a, b) => b.weight - a.weight);
  const best = ranked[0];
  const chosen = best?.attempts.find((attempt) => !isDoubtful(attempt)) ?? best?.attempts[0];
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

/** The votes of equal answers. Where others gave another answer, a program that repeats one of its group word for word is hardly a second opinion. */
function weightOf(attempts: readonly AttemptRecord[], disputed: boolean): number {
  return attempts.reduce((sum, attempt, at) => {
    const echo = disputed && attempts.slice(0, at).some((earlier) => programLikeness(earlier.code ?? "", attempt.code ?? "") >= ECHO_LIKENESS);
    return sum + candidateWeight(attempt) * (echo ? ECHO_WEIGHT : 1);
  }, 0);
}

/** Programs that draw random numbers never print quite the same: theirs need only be near. */
function isNear(a: AttemptRecord | undefined, b: AttemptRecord): boolean {
  if (a?.execution == null || b.execution === null || !drawsRandomNumbers(a) || !drawsRandomNumbers(b)) return false;
  const first = answerNumbers(a.execution.result);
  const second = answerNumbers(b.execution.result);
  return (
    first.length > 0 &&
    first.length === second.length &&
    first.every((number, index) => {
      const other = second[index] ?? Number.NaN;
      return Math.abs(number - other) <= RANDOM_TOLERANCE * Math.max(Math.abs(number), Math.abs(other));
    })
  );
}

function drawsRandomNumbers(attempt: AttemptRecord): boolean {
  return /^\s*(?:import|from)\s+(?:random|secrets)\b|\bnp\.random\b|\bnumpy\.random\b/m.test(attempt.code ?? "");
}
