/** One piece of a response body: text as it is, bytes by count, or a pause in milliseconds. */
export type BodyPiece = string | { readonly bytes: number; readonly value: number } | { readonly base64: string } | { readonly pauseMs: number };

/** What the test server does with one request. */
export interface PlannedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly BodyPiece[];
  /** `end` as announced; `cut` destroys the connection; `hang` leaves it open. */
  readonly end: "end" | "cut" | "hang";
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Commands that browser tests call to have a server of their own on 127.0.0.1, which answers as planned, request by request. */
export interface PlannedServerCommands {
  /** Starts a server. Preflights are answered when `cors` is set and do not use up a response; the last response repeats. */
  startPlannedServer(responses: readonly PlannedResponse[], cors: boolean): Promise<{ readonly origin: string }>;
  /** Requests so far, preflights left out. */
  seenRequests(origin: string): Promise<readonly SeenRequest[]>;
  /** Requests whose connection the browser closed before the response was whole. */
  closedEarly(origin: string): Promise<number>;
  stopPlannedServer(origin: string): Promise<void>;
}

export interface QuotaCommand {
  /** Gives the tests' origin a storage quota in bytes, or the browser's own again (null). */
  overrideQuota(bytes: number | null): Promise<void>;
}
