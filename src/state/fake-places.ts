import type { NetworkGrant, NetworkMode } from "#domain/network.ts";
import type { KeptPackage } from "#domain/package-file.ts";
import type { Executor, ExecutorState } from "#sandbox/port.ts";
import type { NetworkActions } from "./network-actions.ts";

/** A network with one granted host and one package that is kept. */
export function fakeNetwork(mode: () => NetworkMode): NetworkActions {
  let grants: readonly NetworkGrant[] = [{ host: "api.example.org", grantedAt: "2026-11-30T12:00:00.000Z" }];
  let packages: readonly KeptPackage[] = [{ name: "humanize", version: "4.14.0", bytes: 210_000 }];
  return {
    mode,
    hosts: [],
    grants: async () => grants,
    revoke: async (host) => {
      grants = grants.filter((grant) => grant.host !== host);
      return { ok: true };
    },
    packages: async () => packages,
    forgetPackage: async (name) => {
      packages = packages.filter((kept) => kept.name !== name);
    },
  };
}

/** An executor that is ready and runs nothing: the stores hand it to the agent. */
export function fakeExecutor(name: string): Executor {
  const state: ExecutorState = { kind: "ready" };
  return {
    name,
    capabilities: { state: false, files: true, packages: true, figures: true, network: false, shell: false, interrupt: true, remote: false },
    describe: () => [],
    facts: async () => ({ executor: name, python: "3.14.2", packages: { numpy: "2.4.3", pandas: "3.0.2" }, imports: {} }),
    prepare: async () => undefined,
    compile: async () => null,
    execute: () => Promise.reject(new Error("the stores never execute")),
    state,
    subscribe: () => () => undefined,
    close: () => undefined,
  };
}
