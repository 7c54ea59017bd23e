import type { AttemptPlan } from "#agent/attempt/attempt-plan.ts";
import type { AdviceFacts } from "#agent/repair/failure-advice.ts";
import { isMend, mendPlan } from "#agent/repair/mend-plan.ts";
import { planRepair } from "#agent/repair/repair-policy.ts";
import { secondLook } from "#agent/repair/second-look.ts";
import { type AttemptRecord, isAccepted, isDoubtful } from "#agent/run/run-outcome.ts";
import type { TaskRequest } from "#agent/task-request.ts";
import { hasSideEffects } from "#check/side-effects.ts";
import type { ModelClass } from "#prompt/model-class.ts";
import { agree } from "./agreement.ts";
import { answerText } from "./answer-key.ts";
import { samplePlan } from "./sample-plan.ts";

/** Votes that end the careful mode. */
const ENOUGH_VOTES = 2;

/**
 * What follows on the attempts so far: another plan, or null when the run is over. A failed attempt is mended or repaired; an accepted one is
 * compared with further programs where the mode asks for it, as long as running several does no harm and can tell anything.
 */
export function nextStep(attempts: readonly AttemptRecord[], request: TaskRequest, model: ModelClass, facts: AdviceFacts): AttemptPlan | null {
  const last = attempts.at(-1);
  if (last === undefined || last.stopped !== null || last.fault !== null) return null;
  const mend = mendPlan(attempts, facts);
  if (mend !== null) return mend;
  const accepted = attempts.filter(isAccepted);
  const limit = request.mode === "fast" ? request.attemptLimit : Math.max(request.attemptLimit, request.candidateLimit);
  const tries = attempts.filter((attempt) => !isMend(attempt)).length;
  if (accepted.length === 0) return tries >= limit ? null : planRepair(attempts, model, facts);
  const doubtful = accepted.at(-1);
  if (accepted.every(isDoubtful) && doubtful !== undefined && tries < limit && !hasSideEffects(doubtful.code ?? "")) {
    return secondLook(attempts, doubtful, request, model);
  }
  if (request.mode === "fast" || accepted.some(mustStandAlone)) return null;
  if (tries >= request.candidateLimit) return null;
  const agreement = agree(accepted);
  if (request.mode === "careful" && (agreement?.answers[0]?.weight ?? 0) >= ENOUGH_VOTES) return null;
  return samplePlan(attempts, request);
}

/** A program that leaves traces is run once; an answer that is only a picture cannot be compared. */
function mustStandAlone(attempt: AttemptRecord): boolean {
  const result = attempt.execution?.result;
  if (result === undefined) return false;
  return (answerText(result).trim() === "" && result.displays.length > 0) || result.files.length > 0 || hasSideEffects(attempt.code ?? "");
}
