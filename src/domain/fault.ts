/**
 * An expected failure, as plain data: ports return it, logs keep it, the view shows it.
 * `code` is explained in Help; `message` says what happened; `advice` what to do; `kept` what was not lost.
 */
export interface Fault {
  /** `SK-` and a word in capitals, such as `SK-NO-WEBGPU`. */
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  readonly kept?: string;
}

/** The message of whatever was thrown, for a Fault or a log. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
