import type { NetworkAnswer, NetworkRequest } from "#domain/network.ts";
import type { NetworkWatch, RunNetwork } from "./port.ts";

/** Packages beyond those of this host: from an index, through a run's network, and remembered for the next run. */
export interface PackageIndex {
  /** Addresses that the installer is to ask; empty leaves it to the installer. */
  readonly indexes: readonly string[];
  /** Versions of the packages that are remembered, by distribution name. */
  readonly remembered: Readonly<Record<string, string>>;
  /** Reads what is remembered; to be awaited before `remembered` is relied on. */
  ready(): Promise<void>;
  /** Of these distributions, those that can be tried: all where the network is open, else those that are remembered. */
  available(names: readonly string[], network: RunNetwork | null): readonly string[];
  /**
   * Answers the installer: from memory, else through the network. A file whose SHA-256 is not what the index says is refused.
   * @param packages that are wanted, for the question to the person
   */
  request(request: NetworkRequest, packages: readonly string[], network: RunNetwork | null, watch: NetworkWatch, signal: AbortSignal): Promise<NetworkAnswer>;
}
