/// Fetches a compiled model's files into the browser's caches, off the page's thread: sums are computed on the way.
import { type Fault, messageOf } from "#domain/fault.ts";
import { engineFault } from "../engine-fault.ts";
import type { FetchAnswer, FetchOrder } from "./fetch-messages.ts";
import { fetchMlc } from "./mlc-cache.ts";

const PROGRESS_EVERY_MS = 200;
const stopping = new AbortController();

self.onmessage = async (event: MessageEvent<FetchOrder>): Promise<void> => {
  if (event.data.kind === "stop") {
    stopping.abort();
    return;
  }
  let told = Number.NEGATIVE_INFINITY;
  const answer = (message: FetchAnswer): void => self.postMessage(message);
  let fault: Fault | null;
  try {
    const { addresses, files } = event.data;
    fault = await fetchMlc(
      addresses,
      (progress) => {
        const now = performance.now();
        if (now - told < PROGRESS_EVERY_MS && progress.loaded !== progress.total) return;
        told = now;
        answer({ kind: "progress", progress });
      },
      { signal: stopping.signal, onDisk: files },
    );
  } catch (error) {
    fault = engineFault.download(event.data.addresses.folder, messageOf(error), true);
  }
  answer({ kind: "end", fault });
};
