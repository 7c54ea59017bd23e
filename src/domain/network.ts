// What a program may ask of the network, in the words of all who pass it on.

/** One HTTP request of a program, as it asked for it. */
export interface NetworkRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Milliseconds that the program itself wants to wait; null leaves it to the limit. */
  readonly timeoutMs: number | null;
}

/**
 * Why a request was not answered. `off`: the person has not turned the network on. `locked`: the installation forbids it. `refused`: the
 * person said no. `unasked`: the host is not granted and nobody can be asked. `address`: no program may go there. `request`: its method or
 * headers are none that may be sent. `changed`: not the file that the package index names. `redirect`: the server named another host, which is not granted. `cors`: out of reach, or closed to pages.
 */
export const NETWORK_REASONS = [
  "off",
  "locked",
  "refused",
  "unasked",
  "address",
  "request",
  "changed",
  "redirect",
  "cors",
  "offline",
  "time",
  "size",
  "count",
  "stopped",
] as const;

export type NetworkReason = (typeof NETWORK_REASONS)[number];

export interface NetworkRefusal {
  readonly ok: false;
  readonly reason: NetworkReason;
  /** Names the host and the reason. */
  readonly message: string;
}

export type NetworkAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      readonly statusText: string;
      /** After redirects. */
      readonly url: string;
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** As the browser has decoded it. */
      readonly body: Uint8Array;
    }
  | NetworkRefusal;

/** What a person is asked before a host is reached for the first time. */
export interface NetworkQuestion {
  /** With the port where it is not the usual one. */
  readonly host: string;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Bytes of the request's body. */
  readonly bodyBytes: number;
  /** This machine or its own network. */
  readonly local: boolean;
  /** Whether the program sends a key or password that it has (an Authorization header). */
  readonly authorization: boolean;
  /** Packages that are wanted from an index; empty when the program itself asks. */
  readonly packages: readonly string[];
}

export type NetworkDecision = "once" | "run" | "always" | "refuse";

/** Whether programs may ask for the network: `locked` by the installation, and `listed` when only hosts that were named before are reached. */
export type NetworkMode = "off" | "locked" | "ask" | "listed";

/** A host that programs may always reach. */
export interface NetworkGrant {
  readonly host: string;
  /** RFC 3339. */
  readonly grantedAt: string;
}
