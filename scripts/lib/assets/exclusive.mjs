import { mkdir, open, readFile, rm, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AssetFailure } from "./failure.mjs";

/** A holder touches its lock this often. */
const HEARTBEAT_MS = 2_000;
/** A lock not touched for this long belongs to nobody: its holder was killed, or the machine restarted. */
const STALE_MS = 30_000;
const POLL_MS = 200;

/**
 * Runs work while holding a lock file, so that two runs of a script do not write the same folder.
 * @template T
 * @param {string} path of the lock file
 * @param {() => Promise<T>} work
 * @param {{ timeoutMs?: number, signal?: AbortSignal, onWait?: (holder: string) => void }} [options]
 * @returns {Promise<T>} what the work returned
 * @throws {AssetFailure} when another holder does not let go in time, or before the signal
 */
export async function withLock(path, work, options = {}) {
  const deadline = Date.now() + (options.timeoutMs ?? 30 * 60_000);
  await mkdir(dirname(path), { recursive: true });
  let told = false;
  while (!(await acquire(path))) {
    const holder = await readFile(path, "utf8").catch(() => "");
    if (Date.now() > deadline || options.signal?.aborted)
      throw new AssetFailure(`Another run (${holder.trim() || "unknown"}) holds ${path}. Wait for it, or delete the file when no such process runs.`);
    // An empty file is a lock taken this very moment, or one just let go.
    if (!told && holder.trim() !== "") {
      options.onWait?.(holder.trim());
      told = true;
    }
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

/**
 * @param {string} path
 * @returns {Promise<boolean>} whether the lock is ours now
 */
async function acquire(path) {
  try {
    const file = await open(path, "wx");
    await file.writeFile(`process ${process.pid} on ${hostname()}\n`);
    await file.close();
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  if (await isAbandoned(path)) await removeAbandoned(path);
  return false;
}

/**
 * Removes a dead holder's lock. Only one waiter at a time may do it, or a slow one would remove the lock that a fast one just took.
 * @param {string} path
 */
async function removeAbandoned(path) {
  const guard = `${path}.remove`;
  try {
    await (await open(guard, "wx")).close();
  } catch {
    const facts = await stat(guard).catch(() => null);
    if (facts !== null && Date.now() - facts.mtimeMs > STALE_MS) await rm(guard, { force: true });
    return;
  }
  try {
    if (await isAbandoned(path)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
async function isAbandoned(path) {
  const [facts, text] = await Promise.all([stat(path).catch(() => null), readFile(path, "utf8").catch(() => "")]);
  if (facts === null) return false;
  if (Date.now() - facts.mtimeMs > STALE_MS) return true;
  const match = /^process (\d+) on (.+)$/m.exec(text);
  if (match === null || match[2] !== hostname()) return false;
  try {
    process.kill(Number(match[1]), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
