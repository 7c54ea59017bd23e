import { unreachable } from "#domain/unreachable.ts";
import type { ExecutionProgress, ExecutionRequest } from "#sandbox/port.ts";
import type { GuestMessage, GuestOutcome } from "../protocol/guest-message.ts";
import type { RunLimits } from "../protocol/limits.ts";
import type { AssetBroker } from "./asset-broker.ts";
import type { Guest, GuestEnd } from "./guest.ts";
import type { OutputRecord } from "./output-record.ts";

/** An interpreter that does not answer an interrupt within this time is ended. With what follows it stays under a second. */
const INTERRUPT_GRACE_MS = 600;
/** Longest preparation (packages) before a program starts. */
const LOADING_DEADLINE_MS = 300_000;

type Done = Extract<GuestMessage, { type: "done" }>;

export interface AttemptEnd {
  readonly cause:
    | { readonly kind: "done"; readonly outcome: GuestOutcome; readonly done: Done }
    /** The interpreter is no more: it crashed, or it had to be ended. */
    | { readonly kind: "gone"; readonly end: GuestEnd };
  /** Why the host stopped the program, if it did. */
  readonly stopped: "timeout" | "aborted" | "loading" | null;
  readonly durationMs: number;
  /** Distributions that were loaded. */
  readonly loaded: readonly string[];
}

export interface Attempt {
  readonly guest: Guest;
  readonly request: ExecutionRequest;
  readonly limits: RunLimits;
  readonly preload: readonly string[];
  /** Whether the interpreter stays for a next program, when this one ends by itself. */
  readonly keep: boolean;
  readonly broker: AssetBroker;
  readonly record: OutputRecord;
  readonly onProgress: (progress: ExecutionProgress) => void;
  readonly signal: AbortSignal;
}

/** Runs a program in a guest and waits for its end, however it comes. Never throws, always ends. */
export function runAttempt({ guest, request, limits, preload, keep, broker, record, onProgress, signal }: Attempt): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    const loaded: string[] = [];
    let startedAt: number | null = null;
    let stopped: AttemptEnd["stopped"] = null;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const after = (milliseconds: number, act: () => void): void => void timers.add(setTimeout(act, milliseconds));

    const finish = (cause: AttemptEnd["cause"]): void => {
      const durationMs = startedAt === null ? 0 : Math.round(performance.now() - startedAt);
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      unlisten();
      // One that was stopped may have the signal still before it, and would stop the next program.
      if (!keep || cause.kind !== "done" || stopped !== null) guest.terminate();
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
      after(INTERRUPT_GRACE_MS, end);
    };
    /** Does not wait for the relay to confirm: the frame may be gone as well. */
    const end = (): void => finish({ kind: "gone", end: guest.end ?? { cause: "terminated", message: "", trace: "", exitCode: null } });
    const abort = (): void => stop("aborted");

    const receive = (message: GuestMessage): void => {
      switch (message.type) {
        case "wants":
          void providePackages({ guest, broker, onProgress, signal }, message.imports, message.distributions).then((names) => loaded.push(...names));
          return;
        case "load-failed":
          onProgress({ type: "package-load", names: loaded, state: "error", message: message.message, durationMs: null });
          return;
        case "started":
          startedAt = performance.now();
          after(request.limits.timeoutMs, () => stop("timeout"));
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
    after(LOADING_DEADLINE_MS, () => {
      if (startedAt === null) stop("loading");
    });
    if (guest.end !== null) return finish({ kind: "gone", end: guest.end });
    if (signal.aborted) return abort();
    guest.post({
      type: "run",
      program: {
        code: request.code,
        files: request.files,
        limits,
        preload,
      },
    });
  });
}

/** Answers what a program's imports ask for. @returns the distributions handed over */
async function providePackages(
  { guest, broker, onProgress, signal }: Pick<Attempt, "guest" | "broker" | "onProgress" | "signal">,
  imports: readonly string[],
  distributions: readonly string[],
): Promise<readonly string[]> {
  // What its snapshot holds is there already.
  const entries = broker.resolve(imports, distributions).filter((entry) => guest.packages[entry.name] === undefined);
  const names = entries.map((entry) => entry.name);
  if (names.length === 0) {
    guest.post({ type: "packages", names: [], blobs: [] });
    return [];
  }
  const begin = performance.now();
  onProgress({ type: "package-load", names, state: "start", message: `Loading ${names.join(", ")}`, durationMs: null });
  const fetched = await broker.fetchPackages(entries, signal);
  const durationMs = Math.round(performance.now() - begin);
  if (!fetched.ok) {
    onProgress({ type: "package-load", names, state: "error", message: fetched.message, durationMs });
    guest.post({ type: "packages", names: [], blobs: [] });
    return [];
  }
  guest.post({ type: "packages", names, blobs: fetched.value });
  onProgress({ type: "package-load", names, state: "end", message: `Loaded ${names.join(", ")}`, durationMs });
  return names;
}
