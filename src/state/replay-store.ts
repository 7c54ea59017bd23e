import { createStore, type StoreApi } from "zustand/vanilla";
import { checkSetting } from "#domain/check-setting.ts";
import type { DataFile } from "#domain/data-file.ts";
import { type Fault, messageOf } from "#domain/fault.ts";
import type { RunComparison } from "#log/port.ts";
import type { ExecutorStore } from "./executor-store.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { StorePorts } from "./store-ports.ts";

/** A past run beside another one: its replay, or any. */
export type Replay =
  | { readonly kind: "none" }
  | { readonly kind: "running"; readonly run: string; readonly since: number }
  | { readonly kind: "compared"; readonly run: string; readonly other: string; readonly replayed: boolean; readonly comparison: RunComparison }
  | { readonly kind: "failed"; readonly run: string; readonly fault: Fault };

export interface ReplayStoreState {
  readonly replay: Replay;
  /** Runs again what a run executed last, with the same files, where it ran. The replay is a run of its own in the log. */
  start(run: string): Promise<void>;
  /** Tells in which outputs another run differs. Runs nothing. */
  compare(run: string, other: string): Promise<void>;
  stop(): void;
  dismiss(): void;
}

export type ReplayStore = StoreApi<ReplayStoreState>;

/** Replays and comparisons of past runs, one at a time. */
export function createReplayStore(
  ports: Pick<StorePorts, "agent" | "files" | "log" | "replay" | "now">,
  stores: { readonly settings: SettingsStore; readonly executors: ExecutorStore },
): ReplayStore {
  let controller: AbortController | null = null;
  return createStore<ReplayStoreState>()((set) => {
    const settle = async (run: string, other: string, replayed: boolean): Promise<void> => {
      const [before, after] = await Promise.all([ports.log.events(run), ports.log.events(other)]);
      set({ replay: { kind: "compared", run, other, replayed, comparison: ports.replay.compare(before, after) } });
    };
    const fail = (run: string, fault: Fault): void => set({ replay: { kind: "failed", run, fault } });
    const replay = async (run: string, signal: AbortSignal): Promise<void> => {
      const plan = ports.replay.plan(await ports.log.events(run));
      if (plan === null) return fail(run, fault("SK-REPLAY", "This run executed no code.", "Ask its task again instead."));
      const files: DataFile[] = [];
      for (const { path, sha256 } of plan.files) {
        const bytes = await ports.files.get(sha256);
        if (bytes === null) return fail(run, fault("SK-FILE-GONE", `Not on this device any more: ${path}.`, "Ask the task again with the file."));
        files.push({ path, bytes });
      }
      const executor = stores.executors.getState().find(plan.executor);
      if (executor === null) return fail(run, fault("SK-REPLAY", `There is no executor named ${plan.executor} here.`, "Run its code where you like instead."));
      const { settings: own, locked } = stores.settings.getState();
      if (locked.includes("executor") && executor.name !== own.executor)
        return fail(
          run,
          fault("SK-REPLAY", `It ran on ${executor.name}, and this installation runs code on ${own.executor} only.`, "Run its code there instead."),
        );
      // What the log names is as good as any other wish: it gives way to what is fixed, and to what a limit may be.
      const free = !locked.includes("timeoutMs") && checkSetting("timeoutMs", plan.timeoutMs) === null;
      const settings = free ? { ...own, timeoutMs: plan.timeoutMs } : own;
      // The button says where the code goes: pressing it is the yes.
      const callbacks = { onEvent: () => undefined, askApproval: async () => true, askNetwork: async () => "refuse" as const };
      const outcome = await ports.agent.runCode({ code: plan.code, task: plan.task, files, executor, settings }, callbacks, signal);
      if (signal.aborted) set({ replay: { kind: "none" } });
      else if (!outcome.log.ok)
        fail(run, fault("SK-LOG-WRITE", `The log of the replay was not stored: ${outcome.log.message}`, "Free some space, then replay again."));
      else await settle(run, outcome.run, true);
    };
    return {
      replay: { kind: "none" },
      start: async (run) => {
        if (controller !== null) return;
        controller = new AbortController();
        set({ replay: { kind: "running", run, since: ports.now() } });
        try {
          await replay(run, controller.signal);
        } catch (thrown) {
          fail(run, fault("SK-INTERNAL", `Skep itself failed: ${messageOf(thrown)}`, "Replay again; if it stays, export the log and report it."));
        } finally {
          controller = null;
        }
      },
      compare: (run, other) => settle(run, other, false),
      stop: () => controller?.abort(),
      dismiss: () => set({ replay: { kind: "none" } }),
    };
  });
}

function fault(code: string, message: string, advice: string): Fault {
  return { code, message, advice };
}
