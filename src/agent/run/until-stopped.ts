/** Time that a collaborator has to end its work after Stop before the run goes on without it, in milliseconds. */
const GRACE_MS = 900;

/**
 * Waits for work, but after Stop only a moment longer: an engine in the middle of a long prompt, or an interpreter that is still
 * starting, must not keep the person waiting. Work that is left behind ends by itself, unheard.
 * @returns null when the work was left behind
 */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startTimer = () => {};
  const stopped = new Promise<null>((resolve) => {
    startTimer = () => {
      timer = setTimeout(() => resolve(null), GRACE_MS);
    };
  });
  if (signal.aborted) startTimer();
  else signal.addEventListener("abort", startTimer, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", startTimer);
  }
}
