import { executorMounts } from "../../scripts/lib/executor-mounts.mjs";
import { UsageError } from "./usage-error.mjs";

/**
 * Options that say where the remote executors are.
 * @param {import("commander").Command} command
 * @returns {import("commander").Command} the same command
 */
export function withExecutorPlaces(command) {
  return command
    .option("--bee <url>", "address of a bee-code-interpreter service, such as http://127.0.0.1:50081 (or SKEP_BEE)")
    .option("--e2b [place]", "pass E2B on: its cloud, a domain of your own, or one address for both (or SKEP_E2B)");
}

/**
 * @param {{ bee?: string, e2b?: string | true }} options
 * @returns {import("../../scripts/lib/server.mjs").Mount[]}
 * @throws {UsageError} for an address that is none
 */
export function mountsOf({ bee, e2b }) {
  try {
    return executorMounts({ ...(bee === undefined ? {} : { bee }), ...(e2b === undefined ? {} : { e2b: e2b === true ? "cloud" : e2b }) });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

/**
 * Checks the executor's name and gives it the key that it needs, from the environment: in the page's memory only.
 * @param {import("playwright").Page} page
 * @param {string | undefined} name
 * @throws {UsageError} for a name that the application does not know, or that the installation does not allow
 */
export async function prepareExecutor(page, name) {
  if (name === undefined) return;
  const key = name === "e2b" ? (process.env.E2B_API_KEY ?? "") : "";
  const problem = await page.evaluate(
    ([executor, secret]) => {
      const skep = /** @type {{ skep: import("../../src/automation/port.ts").Automation }} */ (/** @type {unknown} */ (globalThis)).skep;
      if (!skep.executors().includes(executor)) return `--executor ${executor}: there are ${skep.executors().join(", ")}`;
      const refused = skep.refusal("executor", executor);
      if (refused !== null) return `--executor ${executor}: ${refused}`;
      return secret !== "" && !skep.giveKey(executor, secret) ? "E2B_API_KEY does not look like a key of E2B" : null;
    },
    /** @type {const} */ ([name, key]),
  );
  if (problem !== null) throw new UsageError(problem);
}
