import { createBeeProxy } from "./bee-proxy.mjs";
import { createE2bProxy } from "./e2b-proxy.mjs";

/**
 * Remote executors on the application's own origin, below /executors/. Those that are not named answer that they are absent.
 * @param {{ bee?: string | undefined, e2b?: string | undefined }} places addresses, as `--bee` and `--e2b` (or SKEP_BEE and SKEP_E2B) give them
 * @returns {import("./server.mjs").Mount[]}
 * @throws {Error} for an address that is none
 */
export function executorMounts({ bee = process.env.SKEP_BEE, e2b = process.env.SKEP_E2B } = {}) {
  return [
    { path: "/executors/bee/", handler: createBeeProxy(bee || undefined) },
    { path: "/executors/e2b/", handler: createE2bProxy(e2b || undefined) },
  ];
}
