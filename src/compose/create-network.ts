import type { Deployment } from "#config/deployment.ts";
import type { NetworkGrant, NetworkMode } from "#domain/network.ts";
import type { Settings } from "#domain/settings.ts";
import { sendFromFrame } from "#sandbox/network/frame-transport.ts";
import { DEFAULT_NETWORK_LIMITS } from "#sandbox/network/network-limits.ts";
import { RememberingIndex } from "#sandbox/network/remembering-index.ts";
import { type AskPerson, BrokeredNetwork } from "#sandbox/network/run-network.ts";
import type { RunNetwork } from "#sandbox/port.ts";
import type { NetworkActions } from "#state/network-actions.ts";
import type { SkepDatabase } from "#storage/database.ts";
import { createDexieNetworkGrants } from "#storage/dexie-network-grants.ts";
import { createDexiePackageFiles } from "#storage/dexie-package-files.ts";
import type { StorageHealth } from "#storage/port.ts";

export interface NetworkOptions {
  readonly database: SkepDatabase;
  readonly health: StorageHealth;
  readonly policy: Deployment["network"];
  /** What the person has set, now. */
  setting(): Settings["network"];
}

export interface Network {
  readonly index: RememberingIndex;
  readonly actions: NetworkActions;
  /** Whether programs may ask for hosts now. */
  open(): boolean;
  /** The network of one run. @param ask null where nobody can be asked */
  openRun(ask: AskPerson | null): RunNetwork;
  /** From now on these hosts and no others, without a question: for a command, where nobody is asked. */
  allowOnly(hosts: readonly string[]): void;
}

/** The network of programs on this page: its policy, what is granted, and what it has fetched. */
export function createNetwork({ database, health, policy, setting }: NetworkOptions): Network {
  const store = createDexieNetworkGrants(database, health, () => new Date());
  const files = createDexiePackageFiles(database, health);
  const indexes = policy.packageIndex === null ? [] : [policy.packageIndex];
  const index = new RememberingIndex({ files, indexes, now: () => Date.now() });
  let kept: readonly NetworkGrant[] = [];
  let command: readonly string[] | null = null;
  const refresh = async (): Promise<readonly NetworkGrant[]> => {
    kept = await store.list();
    return kept;
  };
  // "Always" may have been said in an earlier visit: known before the first request.
  const known = refresh();

  const mode = (): NetworkMode => {
    if (policy.policy === "never") return policy.hosts.length > 0 ? "listed" : "locked";
    if (command !== null) return command.length > 0 ? "listed" : "off";
    return setting();
  };
  const granted = (): readonly string[] => {
    if (policy.policy === "never") return policy.hosts;
    return command ?? [...policy.hosts, ...kept.map((grant) => grant.host)];
  };
  const open = (): boolean => mode() === "ask" || mode() === "listed";
  return {
    index,
    open,
    openRun: (ask) =>
      new BrokeredNetwork({
        mode,
        granted,
        remember: async (host) => {
          await store.add(host);
          await refresh();
        },
        ask:
          ask === null
            ? null
            : async (question, signal) => {
                await known;
                return ask(question, signal);
              },
        ownOrigin: location.origin,
        send: sendFromFrame,
        limits: DEFAULT_NETWORK_LIMITS,
      }),
    allowOnly: (hosts) => {
      command = hosts;
    },
    actions: {
      mode,
      hosts: policy.hosts,
      grants: refresh,
      revoke: async (host) => {
        const outcome = await store.remove(host);
        await refresh();
        return outcome;
      },
      packages: () => files.list(),
      forgetPackage: (name) => index.forget(name),
    },
  };
}
