/** A promise, or null as soon as the signal aborts; the promise's own failure passes through. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<{ readonly value: T } | null> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return null;
  }
  let end: () => void = () => undefined;
  const aborted = new Promise<null>((resolve) => {
    end = () => resolve(null);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), aborted]);
    if (first === null) promise.catch(() => undefined);
    return first;
  } finally {
    signal.removeEventListener("abort", end);
  }
}
