import { messageOf } from "#domain/fault.ts";
import { type ConfigProblem, DEFAULT_DEPLOYMENT, type Deployment } from "./deployment.ts";
import { readDeployment } from "./read-deployment.ts";

/** The name of the file beside index.html. */
export const CONFIG_FILE = "skep.config.json";

export interface LoadedConfig {
  readonly deployment: Deployment;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Fetches the deployment's config. A missing file is no problem; one that cannot be read is named, and the built-in
 * defaults hold.
 * @param base URL of index.html's folder
 */
export async function loadConfig(fetch: typeof globalThis.fetch, base: URL, signal: AbortSignal): Promise<LoadedConfig> {
  const url = new URL(CONFIG_FILE, base);
  const failed = (message: string): LoadedConfig => ({
    deployment: DEFAULT_DEPLOYMENT,
    problems: [{ path: "", message: `${message}; the built-in defaults are used` }],
  });
  let text: string;
  try {
    const response = await fetch(url, { signal, cache: "no-cache" });
    if (response.status === 404) return { deployment: DEFAULT_DEPLOYMENT, problems: [] };
    if (!response.ok) return failed(`could not be fetched (status ${response.status})`);
    // A server that answers every address with the page itself has no such file either.
    if (response.headers.get("content-type")?.includes("text/html") === true) return { deployment: DEFAULT_DEPLOYMENT, problems: [] };
    text = await response.text();
  } catch (thrown) {
    return failed(`could not be fetched (${messageOf(thrown)})`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (thrown) {
    return failed(`is not JSON (${messageOf(thrown)})`);
  }
  return readDeployment(json, url);
}
