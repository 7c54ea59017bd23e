import type { NetworkGrant, NetworkMode } from "#domain/network.ts";
import type { KeptPackage } from "#domain/package-file.ts";
import type { WriteOutcome } from "#log/port.ts";

/** The network of programs, as the stores need it. */
export interface NetworkActions {
  /** What holds now: the setting, the installation's policy and the command together. */
  mode(): NetworkMode;
  /** Hosts that the installation grants. */
  readonly hosts: readonly string[];
  /** Hosts that the person always allows, by name. */
  grants(): Promise<readonly NetworkGrant[]>;
  revoke(host: string): Promise<WriteOutcome>;
  /** Packages from an index that this browser keeps. */
  packages(): Promise<readonly KeptPackage[]>;
  forgetPackage(name: string): Promise<void>;
}
