/**
 * What `skep verify` says of a log.
 * @param {string} path as the person typed it
 * @param {string} text the log
 * @param {import("../../src/log/verify-lines.ts").LinesVerdict} verdict
 * @returns {string}
 */
export function verdictLine(path, text, verdict) {
  if (verdict.ok) return `ok: ${verdict.events} events, every hash fits`;
  if (text.trim() === "") return `${path}: the file is empty`;
  // Without an event before it, the line belongs to no run.
  return verdict.run === "" ? `line ${verdict.line}: ${verdict.reason}` : `line ${verdict.line}: event ${verdict.seq} of run ${verdict.run}: ${verdict.reason}`;
}
