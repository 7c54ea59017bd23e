import type { Settings } from "#domain/settings.ts";
import type { ExecutionLimits } from "#sandbox/port.ts";
import { refuseSetting } from "./refuse-setting.ts";

/** What a request would have otherwise than the settings have it; null and absent leave it to them. */
export interface Wishes {
  /** Seconds. */
  readonly timeout?: number | null;
  readonly limits?: Partial<Omit<ExecutionLimits, "timeoutMs">>;
  readonly attempts?: number | null;
  readonly mode?: Settings["mode"] | null;
  readonly candidates?: number | null;
  readonly engine?: string | null;
  readonly model?: string | null;
  /** Hosts that programs may reach: none asks for nothing. */
  readonly allowHosts?: readonly string[];
  /** A session, whose runs go on in one interpreter. */
  readonly session?: string;
}

/**
 * The settings of one request: its wishes laid over those of the page, within their bounds and what the installation has fixed.
 * @throws Error that names the setting and what is wrong; the command asks before, so that it can name the option
 */
export function layWishes(settings: Settings, locked: readonly (keyof Settings)[], wishes: Wishes): Settings {
  const { timeout, limits, attempts, mode, candidates, engine, model, allowHosts = [], session } = wishes;
  const wanted: { readonly [K in keyof Settings]?: unknown } = {
    timeoutMs: timeout === null || timeout === undefined ? undefined : Math.round(timeout * 1000),
    ...limits,
    attemptLimit: attempts ?? undefined,
    mode: mode ?? undefined,
    candidateLimit: candidates ?? undefined,
    engine: engine ?? undefined,
    model: model ?? undefined,
    network: allowHosts.length === 0 ? undefined : "ask",
    keepState: session === undefined ? undefined : true,
  };
  const named = Object.entries(wanted).filter(([, value]) => value !== undefined) as [keyof Settings, unknown][];
  for (const [key, value] of named) {
    const refused = refuseSetting(key, value, settings, locked);
    if (refused !== null) throw new Error(`${key} ${JSON.stringify(value)}: ${refused}`);
  }
  return { ...settings, ...Object.fromEntries(named) };
}
