/** Lines a minute at most on a log file; a terminal redraws its line. */
const LOG_INTERVAL_MS = 5_000;
const TERMINAL_INTERVAL_MS = 150;

/**
 * A size for people: `3.2 MB`.
 * @param {number} bytes
 * @returns {string}
 */
export function formatBytes(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}

/**
 * @typedef {object} Reporter
 * @property {(line: string) => void} line says one line
 * @property {(what: string, loaded: number, total: number | null) => void} progress bytes of one file so far
 */

/**
 * Progress on a terminal (one line, redrawn) or in a log (a line now and then).
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Reporter}
 */
export function makeReporter(stream = process.stderr) {
  let last = 0;
  let open = false;
  return {
    line(text) {
      if (open) stream.write("\r\x1b[K");
      open = false;
      stream.write(`${text}\n`);
    },
    progress(what, loaded, total) {
      const now = Date.now();
      const done = total !== null && loaded >= total;
      if (now - last < (stream.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS) && !(done && stream.isTTY)) return;
      last = now;
      const share = total === null || total === 0 ? "" : ` of ${formatBytes(total)} (${Math.floor((100 * loaded) / total)} %)`;
      const text = `  ${what}: ${formatBytes(loaded)}${share}`;
      if (stream.isTTY) {
        stream.write(`\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}`);
        open = true;
      } else stream.write(`${text}\n`);
    },
  };
}

/** @type {Reporter} Says nothing. */
export const silentReporter = { line: () => undefined, progress: () => undefined };
