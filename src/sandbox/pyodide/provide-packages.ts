import type { ExecutionProgress, RunNetwork } from "#sandbox/port.ts";
import type { PackageIndex } from "../package-index.ts";
import type { AssetBroker } from "./asset-broker.ts";
import type { Guest } from "./guest.ts";
import { indexNames } from "./index-names.ts";

/** The installer, where this host has it. */
const INSTALLER = "micropip";

export interface PackageProvision {
  readonly guest: Guest;
  readonly broker: AssetBroker;
  /** Import name to distribution name, as far as known. */
  readonly imports: Readonly<Record<string, string>>;
  /** Null where packages beyond this host's are not to be had. */
  readonly index: PackageIndex | null;
  readonly network: RunNetwork | null;
  readonly onProgress: (progress: ExecutionProgress) => void;
  readonly signal: AbortSignal;
}

/** What an interpreter was given. */
export interface Provided {
  /** Distributions of this host. */
  readonly names: readonly string[];
  /** Distributions that it fetches from an index. */
  readonly fromIndex: readonly string[];
}

/** Answers what a program's imports ask for: packages of this host, and names of those to be had from an index. */
export async function providePackages(
  { guest, broker, imports: known, index, network, onProgress, signal }: PackageProvision,
  imports: readonly string[],
  distributions: readonly string[],
): Promise<Provided> {
  const indexes = index?.indexes ?? [];
  const fromIndex =
    index === null
      ? []
      : index.available(
          indexNames(imports, distributions, known, (name) => broker.has(name)),
          network,
        );
  const wanted = fromIndex.length > 0 ? [...distributions, INSTALLER] : distributions;
  // What its snapshot holds is there already.
  const entries = broker.resolve(imports, wanted).filter((entry) => guest.packages[entry.name] === undefined);
  const names = entries.map((entry) => entry.name);
  if (names.length === 0) {
    guest.post({ type: "packages", names: [], blobs: [], fromIndex, indexes });
    return { names: [], fromIndex };
  }
  const begin = performance.now();
  const tell = (state: "start" | "progress" | "end" | "error", message: string, durationMs: number | null = null): void =>
    onProgress({ type: "package-load", names, state, message, durationMs });
  tell("start", `Loading ${names.join(", ")}`);
  const fetched = await broker.fetchPackages(entries, signal, (name, done) => tell("progress", `Loaded ${name}, ${done} of ${names.length}`));
  const durationMs = Math.round(performance.now() - begin);
  if (!fetched.ok) {
    tell("error", fetched.message, durationMs);
    guest.post({ type: "packages", names: [], blobs: [], fromIndex: [], indexes });
    return { names: [], fromIndex: [] };
  }
  guest.post({ type: "packages", names, blobs: fetched.value, fromIndex, indexes });
  tell("end", `Loaded ${names.join(", ")}`, durationMs);
  return { names, fromIndex };
}
