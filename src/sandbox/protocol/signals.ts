/**
 * Cells of the memory that the relay and a worker share: how the relay reaches a worker that blocks and therefore hears no message.
 *
 *   worker                                  relay
 *   fetch (waits: true), waits on LENGTH
 *                                           has the host's answer: LENGTH = bytes of it, wakes
 *   posts a CollectMessage, waits on FILLED
 *                                           copies the answer, FILLED = 1, wakes
 */
export const SIGNALS = {
  /** 2 interrupts the interpreter (SIGINT). */
  interrupt: 0,
  /** Slept on; woken by Stop. */
  sleep: 1,
  length: 2,
  filled: 3,
} as const;

export const SIGNAL_BYTES = 16;

/** What a blocked worker hands to the relay to have an answer written into. It never reaches the host. */
export interface CollectMessage {
  readonly type: "collect";
  readonly buffer: SharedArrayBuffer;
}
