import type { Attempt } from "#state/timeline.ts";

/** The newest attempt while a run goes on; of one that ended, the last whose program ran: what came after it has nothing to show. */
export function attemptToShow(attempts: readonly Attempt[], live: boolean): Attempt | null {
  const ran = live ? undefined : attempts.findLast((attempt) => attempt.execute !== null);
  return ran ?? attempts.at(-1) ?? null;
}
