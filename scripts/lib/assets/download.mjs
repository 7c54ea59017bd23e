import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { AssetFailure, describeFailure } from "./failure.mjs";
import { isIntact } from "./place.mjs";

/** A connection that gives nothing for this long is dead. */
const STALL_MS = 60_000;
const CONNECT_MS = 20_000;
/** Tries in a row that brought nothing new before a broken transfer is given up. As long as something comes, it goes on. */
const IDLE_TRIES = 3;

/**
 * @typedef {object} Download
 * @property {string} url
 * @property {string} target where the whole file goes
 * @property {string} [sha256] lower-case hex; without it only the size that the server names is checked
 * @property {number} [size] bytes, when known before
 * @property {AbortSignal} [signal]
 * @property {(loaded: number, total: number | null) => void} [onProgress]
 * @property {number} [stallMs]
 * @property {Record<string, string>} [headers]
 */

/**
 * Downloads one file: goes on where an earlier try stopped (`TARGET.part`), checks the whole, and only then gives it its name.
 * A target that is intact already costs no request.
 * @param {Download} download
 * @returns {Promise<{ fetched: boolean, sha256: string | null }>} `sha256` null when the target was there and had nothing to compare with
 * @throws {AssetFailure} with the address and the reason
 */
export async function downloadFile(download) {
  const { target, sha256, size } = download;
  const known = { ...(size === undefined ? {} : { size }), ...(sha256 === undefined ? {} : { sha256 }) };
  if (await isIntact(target, known)) return { fetched: false, sha256: sha256 ?? null };
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.part`;
  let failure = /** @type {unknown} */ (null);
  for (let idle = 0; idle < IDLE_TRIES; ) {
    const before = await sizeOf(part);
    let answered = false;
    try {
      const total = await receive(download, part, () => {
        answered = true;
      });
      const digest = await checkWhole(download, part, total);
      await rename(part, target);
      await rm(`${part}.etag`, { force: true });
      return { fetched: true, sha256: digest };
    } catch (error) {
      failure = error;
      if (error instanceof AssetFailure || download.signal?.aborted) break;
      // Not even a status has arrived: the host is out of reach, and asking again would only cost time.
      if (!answered) break;
      idle = (await sizeOf(part)) > before ? 0 : idle + 1;
    }
  }
  if (failure instanceof AssetFailure) throw failure;
  throw new AssetFailure(`${download.url}: ${describeFailure(failure)}`, { cause: failure });
}

/**
 * Appends what is missing to the part file.
 * @param {Download} download
 * @param {string} part
 * @param {() => void} onAnswer
 * @returns {Promise<number | null>} bytes of the whole file as the server names them
 */
async function receive(download, part, onAnswer) {
  const have = await sizeOf(part);
  const tag = have > 0 ? await readFile(`${part}.etag`, "utf8").catch(() => "") : "";
  const stall = new AbortController();
  const signal = download.signal ? AbortSignal.any([download.signal, stall.signal]) : stall.signal;
  let timer = setTimeout(() => stall.abort(new Error(`no answer within ${CONNECT_MS / 1000} s`)), Math.min(CONNECT_MS, download.stallMs ?? CONNECT_MS));
  try {
    const headers = {
      ...download.headers,
      "accept-encoding": "identity",
      ...(have > 0 ? { range: `bytes=${have}-` } : {}),
      ...(tag ? { "if-range": tag } : {}),
    };
    const response = await fetch(download.url, { signal, headers });
    onAnswer();
    if (response.status === 416) {
      // The part is as long as the file or longer: checkWhole decides, a mismatch starts over.
      await response.body?.cancel();
      return have;
    }
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new AssetFailure(`${download.url}: the server answered ${response.status} ${response.statusText}`.trimEnd());
    }
    const resumed = response.status === 206 && rangeStart(response) === have;
    if (response.status === 206 && !resumed) {
      await response.body.cancel();
      await rm(part, { force: true });
      throw new Error("the server sent another range than asked for");
    }
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    const start = resumed ? have : 0;
    const total = Number.isFinite(length) ? start + length : (download.size ?? null);
    await writeFile(`${part}.etag`, response.headers.get("etag") ?? "");
    let loaded = start;
    const file = await open(part, resumed ? "a" : "w");
    try {
      // One awaited write for each piece: what arrived before a failure is on the disk, and the next try goes on from there.
      for await (const chunk of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (response.body))) {
        clearTimeout(timer);
        timer = setTimeout(() => stall.abort(new Error("the transfer stalled")), download.stallMs ?? STALL_MS);
        await file.write(chunk);
        loaded += chunk.length;
        download.onProgress?.(loaded, total);
      }
    } finally {
      await file.close();
    }
    return total;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {Download} download
 * @param {string} part
 * @param {number | null} total
 * @returns {Promise<string>} SHA-256
 */
async function checkWhole(download, part, total) {
  const have = await sizeOf(part);
  if (total !== null && have < total) throw new Error(`the connection closed after ${have} of ${total} bytes`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(part, { highWaterMark: 1 << 20 }), hash);
  const digest = hash.digest("hex");
  const wrongSize = (total !== null && have !== total) || (download.size !== undefined && have !== download.size);
  if (wrongSize || (download.sha256 !== undefined && digest !== download.sha256)) {
    await rm(part, { force: true });
    await rm(`${part}.etag`, { force: true });
    const found = wrongSize ? `${have} bytes instead of ${download.size ?? total}` : `SHA-256 ${digest} instead of ${download.sha256}`;
    throw new AssetFailure(`${download.url}: the file is not the expected one (${found}); it was thrown away.`);
  }
  return digest;
}

/** @param {Response} response */
function rangeStart(response) {
  const match = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "");
  return match === null ? null : Number(match[1]);
}

/** @param {string} path */
async function sizeOf(path) {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
