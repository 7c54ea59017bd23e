/** An answer to Stop comes within this time, even when an engine is still reading the prompt. */
const STOP_GRACE_MS = 700;

/** Resolves a little after an abort, so that an engine that stops by itself can answer first; never without one. */
export function stopGrace(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const later = (): void => void setTimeout(resolve, STOP_GRACE_MS);
    if (signal.aborted) later();
    else signal.addEventListener("abort", later, { once: true });
  });
}
