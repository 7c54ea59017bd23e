/** An expected failure of fetching: its message is for a person, without a stack. */
export class AssetFailure extends Error {
  /**
   * @param {string} message what happened and, where it helps, what to do
   * @param {{ cause?: unknown }} [options]
   */
  constructor(message, options) {
    super(message, options);
    this.name = "AssetFailure";
  }
}

/**
 * What was thrown, in one line, with the cause that Node's fetch hides behind "fetch failed".
 * @param {unknown} thrown
 * @returns {string}
 */
export function describeFailure(thrown) {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause instanceof Error && !(thrown instanceof AssetFailure) ? `: ${thrown.cause.message || thrown.cause.name}` : "";
  return `${thrown.message}${cause}`.split("\n")[0] ?? thrown.message;
}
