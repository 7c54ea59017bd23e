import { join } from "node:path";
import { downloadFile } from "./download.mjs";
import { AssetFailure, describeFailure } from "./failure.mjs";

const HUB = "https://huggingface.co";

/**
 * Address of the model hub. HF_ENDPOINT names a mirror, as for the hub's own tools.
 * @returns {string} without a slash at the end
 */
export function hubAddress() {
  return (process.env.HF_ENDPOINT || HUB).replace(/\/+$/, "");
}

/**
 * An address on the public hub, moved to the mirror when one is named.
 * @param {string} address
 */
export function onHub(address) {
  return address.startsWith(`${HUB}/`) ? hubAddress() + address.slice(HUB.length) : address;
}

/**
 * What the hub says of a file before it is fetched. Large files answer with a redirect that carries size and SHA-256.
 * @param {string} url
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ size?: number, sha256?: string }>}
 * @throws {AssetFailure} when the file is not there or the hub is out of reach
 */
async function askHub(url, signal) {
  const limit = AbortSignal.timeout(20_000);
  /** @type {Response} */
  let response;
  try {
    response = await fetch(url, {
      method: "HEAD",
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      headers: { "accept-encoding": "identity" },
    });
  } catch (error) {
    throw new AssetFailure(`${url}: ${describeFailure(error)}`, { cause: error });
  }
  if (response.status >= 400) throw new AssetFailure(`${url}: the server answered ${response.status}`);
  const sha256 = /^"?([0-9a-f]{64})"?$/.exec(response.headers.get("x-linked-etag") ?? "")?.[1];
  const length = response.headers.get("x-linked-size") ?? (response.status < 300 ? response.headers.get("content-length") : null);
  const size = length === null ? Number.NaN : Number(length);
  return { ...(Number.isSafeInteger(size) ? { size } : {}), ...(sha256 === undefined ? {} : { sha256 }) };
}

/**
 * Fetches one file of the hub into a folder, checked against what the hub says of it.
 * @param {string} url
 * @param {string} folder
 * @param {string} path inside the folder
 * @param {{ reporter: import("./progress.mjs").Reporter, signal?: AbortSignal }} context
 */
export async function fetchFromHub(url, folder, path, context) {
  const facts = await askHub(url, context.signal);
  await downloadFile({
    url,
    target: join(folder, path),
    ...facts,
    ...(context.signal ? { signal: context.signal } : {}),
    onProgress: (loaded, total) => context.reporter.progress(path, loaded, total),
  });
}
