/** Bounds of the requests of one run. Sizes are bytes. */
export interface NetworkLimits {
  /** Requests of one run, refused ones included. */
  readonly requestCount: number;
  /** Different hosts that a person is asked about in one run. */
  readonly askedHosts: number;
  readonly requestBytes: number;
  /** Names and values together. */
  readonly headerBytes: number;
  readonly responseBytes: number;
  /** All responses of a run together. */
  readonly totalBytes: number;
  /** Milliseconds from the grant to the last byte. */
  readonly requestMs: number;
  /** Milliseconds that a question stays open before it counts as refused. */
  readonly askMs: number;
  readonly addressCharacters: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_NETWORK_LIMITS: NetworkLimits = {
  requestCount: 200,
  askedHosts: 10,
  requestBytes: 8 * MIB,
  headerBytes: 16 * 1024,
  responseBytes: 32 * MIB,
  totalBytes: 128 * MIB,
  requestMs: 60_000,
  askMs: 300_000,
  addressCharacters: 8 * 1024,
};
