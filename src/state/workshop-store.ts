import { createStore, type StoreApi } from "zustand/vanilla";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { GateResult, Snippet } from "#domain/snippet.ts";
import type { SnippetTest, SnippetTestResult } from "#domain/snippet-test.ts";
import type { FunctionChoice, ReviewInput, SaveOutcome, SnippetHistory, SnippetUsage, SnippetWorkshop } from "#library/port.ts";
import type { FunctionSuggestion, FunctionWish } from "./agent-actions.ts";
import { testFile } from "./test-file.ts";

export type { FunctionChoice, FunctionOffer, Highlight, ReviewInput, SnippetHit, SnippetUsage } from "#library/port.ts";

export type WorkshopPhase =
  | { readonly kind: "idle" }
  /** `what` is what goes on, in words. */
  | {
      readonly kind: "busy";
      readonly snippet: string;
      readonly what: string;
      readonly gates: readonly GateResult[];
      readonly tests: readonly SnippetTestResult[];
    }
  | {
      readonly kind: "done";
      readonly snippet: string;
      readonly ok: boolean;
      readonly message: string;
      readonly gates: readonly GateResult[];
      readonly tests: readonly SnippetTestResult[];
    };

/** The gates being asked again after an upgrade; null when nothing had to be. */
export type Recheck = { readonly kind: "busy"; readonly done: number; readonly total: number } | { readonly kind: "done"; readonly message: string } | null;

export interface WorkshopState {
  readonly phase: WorkshopPhase;
  readonly recheck: Recheck;
  /** How often each tool was called, by id; empty until it was read. */
  readonly usages: ReadonlyMap<string, SnippetUsage>;
  /** One step up the ladder. */
  promote(id: string, review: ReviewInput | null): Promise<void>;
  /** Runs every test once; what came out is shown and not kept. */
  runTests(id: string): Promise<void>;
  /** Calls the tool once with these arguments and keeps what it gave as a test. */
  recordTest(snippet: Snippet, name: string, args: { readonly [parameter: string]: JsonValue }, files: readonly DataFile[]): Promise<void>;
  /** Records a test from the run that the snippet came from: its files, and its values, which are the parameters' defaults. */
  recordFromRun(snippet: Snippet): Promise<void>;
  /** Keeps another list of tests. */
  keepTests(snippet: Snippet, tests: readonly SnippetTest[]): Promise<SaveOutcome>;
  /** Reads code as a tool: what a form of its parameters needs, or why it is none. */
  readonly inspect: (code: string) => ReturnType<SnippetWorkshop["inspect"]>;
  /** What functions a program could become, and the code of a chosen one. */
  readonly offerFunctions: (code: string) => ReturnType<SnippetWorkshop["offerFunctions"]>;
  readonly makeFunction: (code: string, choice: FunctionChoice) => ReturnType<SnippetWorkshop["makeFunction"]>;
  /** Has the loaded model write the function, for a person to edit. */
  readonly suggestFunction: (wish: FunctionWish, signal: AbortSignal) => Promise<FunctionSuggestion>;
  readonly versions: SnippetHistory["versions"];
  readonly usedBy: SnippetHistory["usedBy"];
  readonly demote: SnippetHistory["demote"];
  readonly deprecate: SnippetHistory["deprecate"];
  readonly rollBack: SnippetHistory["rollBack"];
  readUsages(): Promise<void>;
  /** Asks the gates again where Python or a package is another than it was. */
  recheckAll(): Promise<void>;
  dismissRecheck(): void;
  stop(): void;
}

export type WorkshopStore = StoreApi<WorkshopState>;

/** What the store works with. */
export interface WorkshopPorts {
  readonly workshop: Pick<SnippetWorkshop, "promote" | "runTests" | "recordTest" | "inspect" | "offerFunctions" | "makeFunction" | "recheck">;
  readonly history: Pick<SnippetHistory, "versions" | "usages" | "usedBy" | "demote" | "deprecate" | "rollBack">;
  /** Keeps another list of tests with a snippet. */
  keepTests(snippet: Snippet, tests: readonly SnippetTest[]): Promise<SaveOutcome>;
  readonly suggestFunction: WorkshopState["suggestFunction"];
  /** The files that a run was given; null where it, or one of them, is gone. */
  runInputs(run: string): Promise<readonly DataFile[] | null>;
}

/** A snippet's way up and down the ladder, one at a time. */
export function createWorkshopStore(ports: WorkshopPorts): WorkshopStore {
  let stopping = new AbortController();
  return createStore<WorkshopState>()((set, get) => {
    const begin = (snippet: string, what: string): AbortSignal => {
      stopping = new AbortController();
      set({ phase: { kind: "busy", snippet, what, gates: [], tests: [] } });
      return stopping.signal;
    };
    const addTest = (result: SnippetTestResult, index: number, total: number): void => {
      const { phase } = get();
      if (phase.kind === "busy") set({ phase: { ...phase, what: `Test ${index + 1} of ${total}`, tests: [...phase.tests, result] } });
    };
    const end = (snippet: string, ok: boolean, message: string, gates?: readonly GateResult[]): void => {
      const { phase } = get();
      const seen = phase.kind === "busy" ? phase : { gates: [], tests: [] };
      set({ phase: { kind: "done", snippet, ok, message, gates: gates ?? seen.gates, tests: seen.tests } });
    };
    const never = (): AbortSignal => new AbortController().signal;
    return {
      phase: { kind: "idle" },
      recheck: null,
      usages: new Map(),
      promote: async (id, review) => {
        if (get().phase.kind === "busy") return;
        const signal = begin(id, "Asking the gates");
        const outcome = await ports.workshop.promote(
          id,
          review,
          (progress) => {
            const { phase } = get();
            if (progress.type === "test") addTest(progress.result, progress.index, progress.total);
            else if (phase.kind === "busy") set({ phase: { ...phase, gates: [...phase.gates, progress.result] } });
          },
          signal,
        );
        if (outcome.ok) end(id, true, `It is ${outcome.snippet.status} now.`);
        else end(id, false, outcome.message, outcome.gates);
      },
      runTests: async (id) => {
        if (get().phase.kind === "busy") return;
        const outcome = await ports.workshop.runTests(id, addTest, begin(id, "Reading the code"));
        if (!outcome.ok) return end(id, false, outcome.message);
        const passed = outcome.results.filter(({ verdict }) => verdict === "pass").length;
        end(id, passed === outcome.results.length, `${passed} of ${outcome.results.length} tests pass.`);
      },
      recordTest: async (snippet, name, args, files) => {
        if (get().phase.kind === "busy") return;
        const signal = begin(snippet.id, "Calling it once");
        const recorded = await ports.workshop.recordTest(snippet.id, { name, arguments: args, files: files.map(testFile) }, signal);
        if (!recorded.ok) {
          end(snippet.id, false, `No test was recorded: ${recorded.message}`);
          return;
        }
        const kept = await ports.keepTests(snippet, [...snippet.tests.filter((test) => test.name !== name), recorded.test]);
        end(snippet.id, kept.ok, kept.ok ? `The test “${name}” expects what the call gave. Read it before you trust it.` : kept.message);
      },
      recordFromRun: async (snippet) => {
        const { run } = snippet.provenance;
        const files = run === null ? null : await ports.runInputs(run);
        if (files !== null) return get().recordTest(snippet, "the run that it came from", {}, files);
        if (get().phase.kind === "busy") return;
        end(snippet.id, false, "The run that it came from, or one of its files, is not on this device any more.");
      },
      keepTests: (snippet, tests) => ports.keepTests(snippet, tests),
      inspect: (code) => ports.workshop.inspect(code, never()),
      offerFunctions: (code) => ports.workshop.offerFunctions(code, never()),
      makeFunction: (code, choice) => ports.workshop.makeFunction(code, choice, never()),
      suggestFunction: ports.suggestFunction,
      versions: (id) => ports.history.versions(id),
      usedBy: (id) => ports.history.usedBy(id),
      demote: (id, to, reason) => ports.history.demote(id, to, reason),
      deprecate: (id, reason) => ports.history.deprecate(id, reason),
      rollBack: (id, version, reason) => ports.history.rollBack(id, version, reason),
      readUsages: async () => set({ usages: await ports.history.usages() }),
      recheckAll: async () => {
        const outcome = await ports.workshop.recheck((done, total) => total > 0 && set({ recheck: { kind: "busy", done, total } }), never());
        if (!outcome.ok) set({ recheck: { kind: "done", message: `The gates could not be asked again after an upgrade: ${outcome.message}` } });
        else if (outcome.demoted.length > 0) {
          const names = outcome.demoted.map(({ name }) => name).join(", ");
          set({ recheck: { kind: "done", message: `Python or a package changed, and the gates no longer let these pass; they are drafts again: ${names}.` } });
        } else set({ recheck: null });
      },
      dismissRecheck: () => set({ recheck: null }),
      stop: () => stopping.abort(),
    };
  });
}
