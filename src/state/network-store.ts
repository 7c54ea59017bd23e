import { createStore, type StoreApi } from "zustand/vanilla";
import type { NetworkDecision, NetworkGrant, NetworkMode, NetworkQuestion } from "#domain/network.ts";
import type { KeptPackage } from "#domain/package-file.ts";
import type { NetworkActions } from "./network-actions.ts";
import type { SettingsStore } from "./settings-store.ts";

export interface NetworkState {
  readonly mode: NetworkMode;
  /** Hosts that the installation grants. */
  readonly hosts: readonly string[];
  /** Hosts that the person always allows. */
  readonly grants: readonly NetworkGrant[];
  /** Packages from an index that this browser keeps. */
  readonly packages: readonly KeptPackage[];
  /** What a program waits for the person to decide; null when it does not. */
  readonly question: NetworkQuestion | null;
  /** What went wrong with a change, in words; null when nothing did. */
  readonly problem: string | null;
  refresh(): Promise<void>;
  /** Puts a question to the person. Resolves to a refusal when the signal takes it back. */
  ask(question: NetworkQuestion, signal: AbortSignal): Promise<NetworkDecision>;
  answer(decision: NetworkDecision): void;
  revoke(host: string): Promise<void>;
  forgetPackage(name: string): Promise<void>;
}

export type NetworkStore = StoreApi<NetworkState>;

/** What programs may reach, and the question that a program waits for. One at a time: the broker asks in turn. */
export function createNetworkStore(actions: NetworkActions, settings: SettingsStore): NetworkStore {
  let settle: ((decision: NetworkDecision) => void) | null = null;
  const store = createStore<NetworkState>()((set, get) => ({
    mode: actions.mode(),
    hosts: actions.hosts,
    grants: [],
    packages: [],
    question: null,
    problem: null,
    refresh: async () => {
      const [grants, packages] = await Promise.all([actions.grants(), actions.packages()]);
      set({ mode: actions.mode(), grants, packages });
    },
    ask: (question, signal) =>
      new Promise((resolve) => {
        const close = (decision: NetworkDecision): void => {
          signal.removeEventListener("abort", takeBack);
          settle = null;
          set({ question: null });
          resolve(decision);
        };
        const takeBack = (): void => close("refuse");
        if (signal.aborted) {
          resolve("refuse");
          return;
        }
        settle?.("refuse");
        settle = close;
        signal.addEventListener("abort", takeBack);
        set({ question });
      }),
    answer: (decision) => settle?.(decision),
    revoke: async (host) => {
      const outcome = await actions.revoke(host);
      set({ problem: outcome.ok ? null : `${host} is still granted: ${outcome.message}` });
      await get().refresh();
    },
    forgetPackage: async (name) => {
      await actions.forgetPackage(name);
      await get().refresh();
    },
  }));
  settings.subscribe(() => {
    if (store.getState().mode !== actions.mode()) store.setState({ mode: actions.mode() });
  });
  return store;
}
