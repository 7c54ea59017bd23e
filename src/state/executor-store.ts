import { createStore, type StoreApi } from "zustand/vanilla";
import type { DefinedNames, EnvironmentFacts, Executor, ExecutorCapabilities, ExecutorState } from "#sandbox/port.ts";
import type { SettingsStore } from "./settings-store.ts";

export type { ExecutorState } from "#sandbox/port.ts";

/** The session of this tab's runs when they keep state: one conversation at a time, and Restart begins another. */
export const CONVERSATION = "conversation";

export interface ExecutorChoice {
  readonly name: string;
  /** Whether CodeAgent's steps can run there. */
  readonly steps: boolean;
  readonly capabilities: ExecutorCapabilities;
}

export interface ExecutorsState {
  readonly choices: readonly ExecutorChoice[];
  /** Name of the executor that runs will use. */
  readonly name: string;
  readonly capabilities: ExecutorCapabilities;
  readonly state: ExecutorState;
  /** What a person should know of this place before running there. */
  readonly notes: readonly string[];
  /** Null until the executor has told. */
  readonly facts: EnvironmentFacts | null;
  /** What the conversation's runs have defined; null when the next one starts clean. */
  readonly defined: DefinedNames | null;
  /** Ends the conversation's interpreter: the next run starts clean. */
  restart(): void;
  /** The executor itself, for actions of other stores. */
  active(): Executor;
  /** An executor by name, or null. */
  find(name: string): Executor | null;
  /** What the executor needs to know of the person, and whether it does; null when it needs nothing. */
  readonly key: { readonly label: string; readonly present: boolean } | null;
  /** Gives the key for this session, or takes it back (null). Answers whether the text can be one. */
  giveKey(text: string | null): boolean;
  /** Makes an interpreter ready ahead of the first run and asks for its facts. */
  warm(): Promise<void>;
}

export type ExecutorStore = StoreApi<ExecutorsState>;

/**
 * The place where code runs, as the settings choose it.
 * @param executors At least one; the first stands in when the settings name an unknown one.
 */
export function createExecutorStore(executors: readonly Executor[], settings: SettingsStore): ExecutorStore {
  const find = (name: string): Executor => {
    const found = executors.find((executor) => executor.name === name) ?? executors[0];
    if (found === undefined) throw new Error("createExecutorStore needs at least one executor");
    return found;
  };
  let active = find(settings.getState().settings.executor);
  const viewOf = (executor: Executor): Pick<ExecutorsState, "name" | "capabilities" | "state" | "notes" | "facts" | "key" | "defined"> => ({
    name: executor.name,
    capabilities: executor.capabilities,
    state: executor.state,
    notes: executor.notes ?? [],
    facts: null,
    key: keyOf(executor),
    defined: definedIn(executor),
  });
  const store = createStore<ExecutorsState>()((set) => ({
    choices: executors.map((executor) => ({ name: executor.name, capabilities: executor.capabilities, steps: executor.openSession !== undefined })),
    ...viewOf(active),
    active: () => active,
    find: (name) => executors.find((executor) => executor.name === name) ?? null,
    giveKey: (text) => {
      const accepted = text === null || active.key?.set(text) === true;
      if (text === null) active.key?.forget();
      set({ key: keyOf(active) });
      if (accepted) void active.prepare();
      return accepted;
    },
    restart: () => {
      active.restart?.(CONVERSATION);
      set({ defined: definedIn(active) });
    },
    warm: async () => {
      const executor = active;
      await executor.prepare();
      if (executor.state.kind === "failed") return;
      const facts = await executor.facts();
      if (executor === active) set({ facts });
    },
  }));
  let unsubscribe = active.subscribe((state) => store.setState({ state, defined: definedIn(active) }));
  settings.subscribe(({ settings: { executor: name } }) => {
    const next = find(name);
    if (next === active) {
      // What it can do, and says of itself, may hang on other settings: the network, imports.
      const { capabilities, notes } = store.getState();
      if (active.capabilities.network !== capabilities.network) store.setState({ capabilities: active.capabilities });
      if ((active.notes ?? []).join() !== notes.join()) store.setState({ notes: active.notes ?? [] });
      return;
    }
    unsubscribe();
    active = next;
    store.setState(viewOf(active));
    void store.getState().warm();
    unsubscribe = active.subscribe((state) => store.setState({ state, defined: definedIn(active) }));
  });
  return store;
}

function definedIn(executor: Executor): DefinedNames | null {
  return executor.defined?.(CONVERSATION) ?? null;
}

function keyOf({ key }: Executor): ExecutorsState["key"] {
  return key === undefined ? null : { label: key.label, present: key.present };
}
