/**
 * Bounds of one run, enforced three times: by the worker (politely), by the relay (which does not trust the worker)
 * and by the host's schemas. Characters are UTF-16 code units, sizes are bytes.
 */
export interface RunLimits {
  /** Characters of stdout and stderr together: the first three quarters stream, the last quarter is kept as the tail. */
  readonly outputCharacters: number;
  readonly displayCount: number;
  /** Characters of all displays and the result together, base64 included. */
  readonly displayCharacters: number;
  readonly fileCount: number;
  readonly fileBytes: number;
  /** Messages from the worker before the run is ended as a flood. */
  readonly messageCount: number;
  /** Bytes of the guest's in-memory files; they lie outside the interpreter's own memory. */
  readonly storageBytes: number;
}

/** Used where a request names no bound of its own. */
export const DEFAULT_RUN_LIMITS: RunLimits = {
  outputCharacters: 1_000_000,
  displayCount: 100,
  displayCharacters: 32 * 1024 * 1024,
  fileCount: 500,
  fileBytes: 64 * 1024 * 1024,
  messageCount: 50_000,
  storageBytes: 256 * 1024 * 1024,
};

/** Longest text in one output message; longer writes are split. */
export const CHUNK_CHARACTERS = 64 * 1024;

/** Bounds of one `fetch` message: wider than what the host sends on, so that its answer says why a request was not made. */
export const FETCH_BOUNDS = { addressCharacters: 64 * 1024, headerCount: 200, headerCharacters: 64 * 1024, bodyBytes: 16 * 1024 * 1024 };

/** Bytes of all request bodies of a run before it is ended as a flood. */
export const FETCH_TOTAL_BYTES = 128 * 1024 * 1024;
