import type { NetworkAnswer } from "#domain/network.ts";
import { unreachable } from "#domain/unreachable.ts";
import type { ExecutionProgress, ExecutionRequest } from "#sandbox/port.ts";
import type { PackageIndex } from "../package-index.ts";
import type { GuestMessage, GuestOutcome } from "../protocol/guest-message.ts";
import type { RunLimits } from "../protocol/limits.ts";
import type { AssetBroker } from "./asset-broker.ts";
import type { Guest, GuestEnd } from "./guest.ts";
import type { OutputRecord } from "./output-record.ts";
import { PausableDeadline } from "./pausable-deadline.ts";
import { providePackages } from "./provide-packages.ts";

/** An interpreter that does not answer an interrupt within this time is ended. With what follows it stays under a second. */
const INTERRUPT_GRACE_MS = 600;
/** Longest preparation (packages) before a program starts. */
const LOADING_DEADLINE_MS = 300_000;

const NO_NETWORK: NetworkAnswer = { ok: false, reason: "off", message: "the sandbox has no network" };

type Done = Extract<GuestMessage, { type: "done" }>;

const ENDED: GuestEnd = { cause: "terminated", message: "", trace: "", exitCode: null, files: [] };

export interface AttemptEnd {
  readonly cause:
    | { readonly kind: "done"; readonly outcome: GuestOutcome; readonly done: Done }
    /** The interpreter is no more: it crashed, or it had to be ended. */
    | { readonly kind: "gone"; readonly end: GuestEnd };
  /** Why the host stopped the program, if it did. */
  readonly stopped: "timeout" | "aborted" | "loading" | null;
  readonly durationMs: number;
  /** Distributions that were loaded or tried. */
  readonly loaded: readonly string[];
}

export interface Attempt {
  readonly guest: Guest;
  readonly request: ExecutionRequest;
  readonly limits: RunLimits;
  readonly preload: readonly string[];
  /** Whether the interpreter goes on after a program that came to its end. */
  readonly keep: boolean;
  readonly broker: AssetBroker;
  /** Import name to distribution name, as far as known. */
  readonly imports: Readonly<Record<string, string>>;
  readonly index: PackageIndex | null;
  readonly record: OutputRecord;
  readonly onProgress: (progress: ExecutionProgress) => void;
  readonly signal: AbortSignal;
}

/** Runs a program in a guest and waits for its end, however it comes. Never throws, always ends. */
export function runAttempt({ guest, request, limits, preload, keep, broker, imports, index, record, onProgress, signal }: Attempt): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    const loaded: string[] = [];
    const network = request.network ?? null;
    /** Distributions that the interpreter fetches from an index before the program starts. */
    let wanted: readonly string[] = [];
    /** Ends requests that nobody waits for any longer. */
    const over = new AbortController();
    let startedAt: number | null = null;
    let stopped: AttemptEnd["stopped"] = null;
    let deadline = new PausableDeadline(LOADING_DEADLINE_MS, () => stop("loading"));
    let grace: ReturnType<typeof setTimeout> | undefined;

    const finish = (cause: AttemptEnd["cause"]): void => {
      const durationMs = startedAt === null ? 0 : Math.round(performance.now() - startedAt - deadline.pausedMs);
      deadline.clear();
      clearTimeout(grace);
      over.abort();
      signal.removeEventListener("abort", abort);
      unlisten();
      if (!keep || cause.kind === "gone") guest.terminate();
      resolve({ cause, stopped, durationMs, loaded });
    };
    const stop = (reason: NonNullable<AttemptEnd["stopped"]>): void => {
      if (stopped !== null) return;
      stopped = reason;
      if (startedAt === null) {
        end();
        return;
      }
      guest.post({ type: "interrupt" });
      over.abort();
      grace = setTimeout(end, INTERRUPT_GRACE_MS);
    };
    /** Does not wait for the relay to confirm: the frame may be gone as well. */
    const end = (): void => finish({ kind: "gone", end: guest.end ?? ENDED });
    const abort = (): void => stop("aborted");

    const watch = { tell: onProgress, waiting: (waits: boolean) => (waits ? deadline.pause() : deadline.resume()) };
    const answer = (message: Extract<GuestMessage, { type: "fetch" }>): Promise<NetworkAnswer> => {
      // Before the program has started only the installer asks; after it, whatever it says, it is the program.
      if (!guest.ran && index !== null) return index.request(message, wanted, network, watch, over.signal);
      return network?.request(message, watch, over.signal) ?? Promise.resolve(NO_NETWORK);
    };

    const receive = (message: GuestMessage): void => {
      switch (message.type) {
        case "wants":
          void providePackages({ guest, broker, imports, index, network, onProgress, signal }, message.imports, message.distributions).then((given) => {
            wanted = [...wanted, ...given.fromIndex];
            loaded.push(...given.names, ...given.fromIndex);
          });
          return;
        case "fetch":
          void answer(message).then((answered) => guest.post({ type: "fetched", request: message.request, answer: answered }));
          return;
        case "load-failed":
          onProgress({ type: "package-load", names: loaded, state: "error", message: message.message, durationMs: null });
          return;
        case "started":
          if (startedAt !== null) return;
          startedAt = performance.now();
          guest.ran = true;
          deadline.clear();
          deadline = new PausableDeadline(request.limits.timeoutMs, () => stop("timeout"));
          return;
        case "output":
          record.add(message.chunks);
          return;
        case "tail":
          record.setTail(message);
          return;
        case "display":
          record.display({ data: message.data, metadata: message.metadata });
          return;
        case "done":
          finish({ kind: "done", outcome: message.outcome, done: message });
          return;
        // Said only before a run, or not by an interpreter that runs one: a program may send them, and nothing follows.
        case "ready":
        case "failed":
        case "snapshot":
        case "compiled":
        case "fatal":
          return;
        default:
          unreachable(message);
      }
    };

    const unlisten = guest.listen({ message: receive, end: (end) => finish({ kind: "gone", end }) });
    signal.addEventListener("abort", abort);
    if (guest.end !== null) return finish({ kind: "gone", end: guest.end });
    if (signal.aborted) return abort();
    guest.post({
      type: "run",
      program: {
        code: request.code,
        files: request.files,
        limits,
        preload,
        network: network?.open === true,
        session: keep && request.session !== undefined ? { undoOnError: request.undoOnError ?? false } : null,
      },
    });
  });
}
