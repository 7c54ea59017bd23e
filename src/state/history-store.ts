import { createStore, type StoreApi } from "zustand/vanilla";
import type { LoggedEvent } from "#domain/agent-event.ts";
import type { RunStatus } from "#domain/execution-result.ts";
import type { RunRecord } from "#domain/run-record.ts";
import type { RunLog, Verdict } from "#log/port.ts";
import { readText } from "./read-text.ts";
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
  /** Reads the list anew, and the open run where its record changed. */
  refresh(): Promise<void>;
  setSearch(search: string): void;
  setStatus(status: StatusFilter): void;
  openRun(run: string): Promise<void>;
  closeRun(): void;
  verify(run: string): Promise<Verdict>;
  /** JSON Lines of one run, or of all (null). */
  exportLines(run: string | null): Promise<string>;
  /** Adds the runs of an exported log; `notice` or `problem` says what became of them. */
  importLog(file: Blob): Promise<void>;
  remove(run: string): Promise<void>;
  dismissProblem(): void;
}

export type HistoryStore = StoreApi<HistoryState>;

/** Past runs: the list, and one of them opened from its log. */
export function createHistoryStore(log: RunLog): HistoryStore {
  const lists = createLatest();
  const runs = createLatest();
  const store = createStore<HistoryState>()((set, get) => {
    const read = async (run: string): Promise<void> => {
      const newest = runs();
      const [record, events] = await Promise.all([log.record(run), log.events(run)]);
      const { open } = get();
      if (!newest() || open.kind === "none" || open.run !== run) return;
      const timeline = reduceTimeline(null, events);
      set({ open: timeline === null ? { kind: "missing", run } : { kind: "open", run, record, events, timeline } });
    };
    return {
      records: null,
      search: "",
      status: "all",
      open: { kind: "none" },
      problem: null,
      notice: null,
      refresh: async () => {
        const newest = lists();
        const records = await log.list();
        if (newest()) set({ records });
        const { open } = get();
        if (open.kind === "missing" && records.some(({ id }) => id === open.run)) await read(open.run);
        if (open.kind !== "open") return;
        const record = records.find(({ id }) => id === open.run);
        if (record?.lastHash !== open.record?.lastHash || record?.status !== open.record?.status) await read(open.run);
      },
      setSearch: (search) => set({ search }),
      setStatus: (status) => set({ status }),
      openRun: async (run) => {
        set({ open: { kind: "reading", run }, problem: null, notice: null });
        await read(run);
      },
      closeRun: () => set({ open: { kind: "none" } }),
      verify: (run) => log.verify(run),
      exportLines: (run) => log.exportLines(run),
      importLog: async (file) => {
        set({ problem: null, notice: null });
        const read = await readText(file);
        if (!read.ok) {
          set({ problem: `Nothing was imported. ${read.message}` });
          return;
        }
        const outcome = await log.importLines(read.text);
        if (!outcome.ok) {
          set({ problem: outcome.message });
          return;
        }
        const conflicts = outcome.conflicts.map(({ run, reason }) => `${run}: ${reason}`);
        set({
          notice: `Runs added: ${outcome.added.length}. Here already: ${outcome.same.length}.`,
          problem: conflicts.length === 0 ? null : `Kept as they are here, because they differ: ${conflicts.join("; ")}`,
        });
      },
      remove: async (run) => {
        set({ problem: null, notice: null });
        const outcome = await log.remove(run);
        if (!outcome.ok) {
          set({ problem: `The run was not deleted: ${outcome.message}` });
          return;
        }
        const { open } = get();
        if (open.kind !== "none" && open.run === run) set({ open: { kind: "none" } });
      },
      dismissProblem: () => set({ problem: null, notice: null }),
    };
  });
  log.subscribe(() => void store.getState().refresh());
  return store;
}

/** Numbers the reads of one thing: each may show its answer unless a later one has shown its own. */
function createLatest(): () => () => boolean {
  let asked = 0;
  let shown = 0;
  return () => {
    asked += 1;
    const mine = asked;
    return () => {
      if (mine < shown) return false;
      shown = mine;
      return true;
    };
  };
}

/** Whether the filter lets a status through; `running` stands for "Running or cut off". */
function passes(filter: StatusFilter, status: RunRecord["status"]): boolean {
  return filter === "all" || filter === status || (filter === "running" && status === "interrupted");
}

/** Records of one status whose task, summary, code or model hold every word of the search. */
export function searchRecords(records: readonly RunRecord[], search: string, status: StatusFilter): readonly RunRecord[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return records.filter((record) => {
    if (!passes(status, record.status)) return false;
    const text = [record.task, record.summary, record.code ?? "", record.model?.model ?? "", ...record.files.map((file) => file.path)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
