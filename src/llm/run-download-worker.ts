import type { Fault } from "#domain/fault.ts";
import { engineFault } from "./engine-fault.ts";

/** A worker that does not answer a stop within this time is ended; its files are freed a little later. */
const STOP_GRACE_MS = 2000;

type Answer = { readonly kind: "end"; readonly fault: Fault | null } | { readonly kind: string };

/**
 * Runs a worker that downloads: it is told `start`, answers as it goes, and ends with `{kind: "end"}`. Abort tells it `stop`.
 * @returns null when it did all, else why not.
 */
export function runDownloadWorker<A extends Answer, S extends { readonly kind: "start" } = { readonly kind: "start" }>(
  worker: Worker,
  start: S,
  signal: AbortSignal,
  onAnswer: (answer: Exclude<A, { readonly kind: "end" }>) => void,
  name: string,
): Promise<Fault | null> {
  return new Promise((resolve) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const end = (fault: Fault | null): void => {
      clearTimeout(grace);
      worker.terminate();
      signal.removeEventListener("abort", stop);
      resolve(fault);
    };
    const stop = (): void => {
      worker.postMessage({ kind: "stop" });
      grace = setTimeout(() => end(engineFault.loadStopped(true)), STOP_GRACE_MS);
    };
    worker.onmessage = (event: MessageEvent<A>) => {
      if (isEnd(event.data)) end(event.data.fault);
      else onAnswer(event.data as Exclude<A, { readonly kind: "end" }>);
    };
    worker.onerror = (event) =>
      end(engineFault.download(name, event.message === "" || event.message === undefined ? "its worker did not start" : event.message, true));
    signal.addEventListener("abort", stop);
    worker.postMessage(start);
    if (signal.aborted) stop();
  });
}

function isEnd(answer: Answer): answer is { readonly kind: "end"; readonly fault: Fault | null } {
  return answer.kind === "end";
}
