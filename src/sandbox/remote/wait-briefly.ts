/** Waits for a promise that only adds detail: until it settles, the signal aborts, or the time is over. */
export function waitBriefly(promise: Promise<unknown>, signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    promise.then(end, end);
  });
}
