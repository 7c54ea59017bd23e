/** The worker that holds WebLLM. Its script, with the library, is fetched only here. */
export function createEngineWorker(): Worker {
  return new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module", name: "skep-webllm" });
}
