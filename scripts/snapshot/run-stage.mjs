import { Worker } from "node:worker_threads";

/**
 * Runs one stage in a thread of its own.
 * @template {import("./stages.mjs").Request} T
 * @param {T} request
 * @param {AbortSignal | undefined} signal  ends the thread
 * @returns {Promise<import("./stages.mjs").Answer<T>>}
 * @throws what the stage threw, or the signal's reason
 */
export async function runStage(request, signal) {
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./stages.mjs", import.meta.url), { workerData: request, env: {}, stdout: true });
  const stop = () => void worker.terminate();
  signal?.addEventListener("abort", stop);
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(signal?.aborted ? signal.reason : new Error(`The stage ${request.stage} ended without a result.`)));
    });
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
