import type { Sandbox } from "@e2b/code-interpreter";
import type { Fault } from "#domain/fault.ts";
import { e2bFault, NO_KEY } from "./e2b-fault.ts";
import type { SessionKey } from "./session-key.ts";

export interface E2bOptions {
  readonly key: SessionKey;
  /** Control plane, such as `https://api.e2b.app` or the proxy of `skep serve`. */
  readonly apiUrl: string;
  /** One address for all sandboxes (they are told apart by header), or null for E2B's own host names. */
  readonly sandboxUrl: string | null;
  /** How long a sandbox lives after its last run, in milliseconds; E2B bills for that time. */
  readonly lifetimeMs: number;
  /** Loads the SDK; called at the first run. */
  readonly load: () => Promise<{ readonly Sandbox: typeof Sandbox }>;
}

export type SessionOutcome = { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly fault: Fault };

const REQUEST_TIMEOUT_MS = 30_000;

/** The one sandbox of a session: made for the first run, kept for the next ones, ended by itself when it is not used. */
export class E2bSession {
  readonly #options: E2bOptions;
  #sandbox: Promise<Sandbox> | null = null;

  constructor(options: E2bOptions) {
    this.#options = options;
  }

  /** Whether a sandbox exists, and costs. */
  get open(): boolean {
    return this.#sandbox !== null;
  }

  /**
   * The sandbox, alive for at least one more run.
   * @param runMs the longest that the run may take
   */
  async use(runMs: number): Promise<SessionOutcome> {
    const key = this.#options.key.get();
    if (key === null) return { ok: false, fault: NO_KEY };
    const timeoutMs = this.#options.lifetimeMs + runMs;
    const kept = this.#sandbox;
    if (kept !== null) {
      try {
        const sandbox = await kept;
        await sandbox.setTimeout(timeoutMs);
        return { ok: true, sandbox };
      } catch {
        // It ended meanwhile: a new one takes over, and its own failure is the one to tell.
        this.#sandbox = null;
      }
    }
    this.#sandbox = this.#create(key, timeoutMs);
    try {
      return { ok: true, sandbox: await this.#sandbox };
    } catch (thrown) {
      this.#sandbox = null;
      return { ok: false, fault: e2bFault(thrown) };
    }
  }

  /** Ends the sandbox, so that it stops costing. */
  async end(): Promise<void> {
    const sandbox = this.#sandbox;
    this.#sandbox = null;
    try {
      await (await sandbox)?.kill();
    } catch {
      // Not reachable any more: it ends by itself when its time is over.
    }
  }

  async #create(apiKey: string, timeoutMs: number): Promise<Sandbox> {
    const { apiUrl, sandboxUrl, load } = this.#options;
    const { Sandbox } = await load();
    return Sandbox.create({
      apiKey,
      apiUrl,
      ...(sandboxUrl === null ? {} : { sandboxUrl }),
      timeoutMs,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
      // One busy answer is told at once instead of being waited out unseen.
      retries: 0,
    });
  }
}
