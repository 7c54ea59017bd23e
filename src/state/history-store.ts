import { createStore, type StoreApi } from "zustand/vanilla";
import type { LoggedEvent } from "#domain/agent-event.ts";
import type { RunStatus } from "#domain/execution-result.ts";
import type { RunRecord } from "#domain/run-record.ts";
import type { RunLog, Verdict } from "#log/port.ts";
import { reduceTimeline } from "./reduce-timeline.ts";
import type { Timeline } from "./timeline.ts";

export type { Verdict } from "#log/port.ts";

export type StatusFilter = RunStatus | "running" | "all";

export type OpenRun =
  | { readonly kind: "none" }
  | { readonly kind: "reading"; readonly run: string }
  | { readonly kind: "missing"; readonly run: string }
  | {
      readonly kind: "open";
      readonly run: string;
      readonly record: RunRecord | null;
      readonly events: readonly LoggedEvent[];
      readonly timeline: Timeline;
    };

export interface HistoryState {
  /** Newest first; null until the log was read. */
  readonly records: readonly RunRecord[] | null;
  readonly search: string;
  readonly status: StatusFilter;
  readonly open: OpenRun;
  readonly problem: string | null;
  /** What an import did, in words for a person. */
  readonly notice: string | null;
  refresh(): Promise<void>;
  setSearch(search: string): void;
  setStatus(status: StatusFilter): void;
  openRun(run: string): Promise<void>;
  closeRun(): void;
  verify(run: string): Promise<Verdict>;
  /** JSON Lines of one run, or of all (null). */
  exportLines(run: string | null): Promise<string>;
  /** Adds the runs of an exported log; `notice` or `problem` says what became of them. */
  importLines(text: string): Promise<void>;
  remove(run: string): Promise<void>;
  dismissProblem(): void;
}

export type HistoryStore = StoreApi<HistoryState>;

/** Past runs: the list, and one of them opened from its log. */
export function createHistoryStore(log: RunLog): HistoryStore {
  const store = createStore<HistoryState>()((set, get) => ({
    records: null,
    search: "",
    status: "all",
    open: { kind: "none" },
    problem: null,
    notice: null,
    refresh: async () => {
      set({ records: await log.list() });
    },
    setSearch: (search) => set({ search }),
    setStatus: (status) => set({ status }),
    openRun: async (run) => {
      set({ open: { kind: "reading", run } });
      const [record, events] = await Promise.all([log.record(run), log.events(run)]);
      const { open } = get();
      if (open.kind === "none" || open.run !== run) return;
      const timeline = reduceTimeline(null, events);
      set({ open: timeline === null ? { kind: "missing", run } : { kind: "open", run, record, events, timeline } });
    },
    closeRun: () => set({ open: { kind: "none" } }),
    verify: (run) => log.verify(run),
    exportLines: (run) => log.exportLines(run),
    importLines: async (text) => {
      const outcome = await log.importLines(text);
      if (!outcome.ok) {
        set({ problem: `Nothing was imported: ${outcome.message}`, notice: null });
        return;
      }
      const conflicts = outcome.conflicts.map(({ run, reason }) => `${run}: ${reason}`);
      set({
        notice: `Runs added: ${outcome.added.length}. Here already: ${outcome.same.length}.`,
        problem: conflicts.length === 0 ? null : `Kept as they are here, because they differ: ${conflicts.join("; ")}`,
      });
    },
    remove: async (run) => {
      const outcome = await log.remove(run);
      if (!outcome.ok) {
        set({ problem: `The run was not deleted: ${outcome.message}` });
        return;
      }
      const { open } = get();
      if (open.kind !== "none" && open.run === run) set({ open: { kind: "none" } });
    },
    dismissProblem: () => set({ problem: null, notice: null }),
  }));
  log.subscribe(() => void store.getState().refresh());
  return store;
}

/** Records of one status whose task, summary, code or model hold every word of the search. */
export function searchRecords(records: readonly RunRecord[], search: string, status: StatusFilter): readonly RunRecord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return records.filter((record) => {
    if (status !== "all" && record.status !== status) return false;
    const text = [record.task, record.summary, record.code ?? "", record.model?.model ?? "", ...record.files.map((file) => file.path)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
