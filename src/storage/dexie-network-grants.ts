import type { NetworkGrant } from "#domain/network.ts";
import type { SkepDatabase } from "./database.ts";
import type { StorageHealth } from "./port.ts";
import { readOr } from "./read-or.ts";
import { writeOutcome } from "./write-outcome.ts";

/** Hosts that programs may always reach, as this browser keeps them. */
export function createDexieNetworkGrants(database: SkepDatabase, health: StorageHealth, now: () => Date) {
  return {
    list: (): Promise<readonly NetworkGrant[]> => readOr(health, [], () => database.networkGrants.orderBy("host").toArray()),
    add: (host: string) => writeOutcome(() => database.networkGrants.put({ host, grantedAt: now().toISOString() })),
    remove: (host: string) => writeOutcome(() => database.networkGrants.delete(host)),
  };
}
