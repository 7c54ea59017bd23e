import { type AttemptRecord, isAccepted, isDoubtful } from "#agent/run/run-outcome.ts";
import type { AnswerGroup } from "#domain/agent-event.ts";
import { answerKey, answerNumbers, answerText } from "./answer-key.ts";
import { candidateWeight } from "./candidate-weight.ts";

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

/** Characters of an answer that are shown. */
const TEXT_KEPT = 200;

/**
 * Groups the accepted attempts by what they answer. The group with most votes counts, and in a tie the one that was there first:
 * the earlier attempt is the less random one. Within a group the first that fits its task in every way is taken.
 * @returns null when no attempt was accepted
 */
export function agree(attempts: readonly AttemptRecord[]): Agreement | null {
  const groups: Group[] = [];
  let total = 0;
  for (const attempt of attempts) {
    if (!isAccepted(attempt) || attempt.execution === null) continue;
    const key = answerKey(attempt.execution.result);
    const group = groups.find((known) => known.key === key || isNear(known.attempts[0], attempt));
    const weight = candidateWeight(attempt);
    total += weight;
    if (group === undefined) groups.push({ key, attempts: [attempt], weight });
    else {
      group.attempts.push(attempt);
      group.weight += weight;
    }
  }
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
