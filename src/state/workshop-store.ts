import { createStore, type StoreApi } from "zustand/vanilla";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { GateResult, Snippet, SnippetStatus } from "#domain/snippet.ts";
import type { SnippetTest, SnippetTestResult, TestFile } from "#domain/snippet-test.ts";
import type { FunctionChoice, PackFormat, PackReading, ReviewInput, SaveOutcome, SnippetHistory, SnippetPacks, SnippetWorkshop } from "#library/port.ts";

export type { FunctionChoice, FunctionOffer, Highlight, PackReading, ReviewInput, SnippetHit } from "#library/port.ts";

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

export interface WorkshopState {
  readonly phase: WorkshopPhase;
  /** One step up the ladder. */
  promote(id: string, review: ReviewInput | null): Promise<void>;
  /** Calls the tool once with these arguments and keeps what it gave as a test. */
  recordTest(snippet: Snippet, name: string, args: { readonly [parameter: string]: JsonValue }, files: readonly DataFile[]): Promise<void>;
  /** What functions a program could become, and the code of a chosen one. */
  offerFunctions(code: string): ReturnType<SnippetWorkshop["offerFunctions"]>;
  makeFunction(code: string, choice: FunctionChoice): ReturnType<SnippetWorkshop["makeFunction"]>;
  demote(id: string, to: SnippetStatus, reason: string): Promise<SaveOutcome>;
  stop(): void;
  /** Writes snippets as a text to be saved. */
  exportPack(ids: readonly string[], format: PackFormat): ReturnType<SnippetPacks["write"]>;
  readPack(text: string, fileName: string): Promise<PackReading>;
  /** Keeps the new and the newer snippets of a pack, and those that differ under another name; says in words what became of them. */
  takePack(reading: Extract<PackReading, { readonly ok: true }>): Promise<{ readonly ok: boolean; readonly message: string }>;
  starterPack(): Promise<string>;
}

export type WorkshopStore = StoreApi<WorkshopState>;

/** What the store works with. */
export interface WorkshopPorts {
  readonly workshop: Pick<SnippetWorkshop, "promote" | "recordTest" | "offerFunctions" | "makeFunction">;
  readonly history: Pick<SnippetHistory, "demote">;
  readonly packs: SnippetPacks;
  /** Keeps another list of tests with a snippet. */
  keepTests(snippet: Snippet, tests: readonly SnippetTest[]): Promise<SaveOutcome>;
}

/** A snippet's way up and down the ladder, one at a time, and packs. */
export function createWorkshopStore(ports: WorkshopPorts): WorkshopStore {
  let stopping = new AbortController();
  return createStore<WorkshopState>()((set, get) => {
    const begin = (snippet: string, what: string): AbortSignal => {
      stopping = new AbortController();
      set({ phase: { kind: "busy", snippet, what, gates: [], tests: [] } });
      return stopping.signal;
    };
    const end = (snippet: string, ok: boolean, message: string, gates?: readonly GateResult[]) => {
      const { phase } = get();
      const seen = phase.kind === "busy" ? phase : { gates: [], tests: [] };
      set({ phase: { kind: "done", snippet, ok, message, gates: gates ?? seen.gates, tests: seen.tests } });
    };
    return {
      phase: { kind: "idle" },
      promote: async (id, review) => {
        if (get().phase.kind === "busy") return;
        const signal = begin(id, "Asking the gates");
        const outcome = await ports.workshop.promote(
          id,
          review,
          (progress) => {
            const { phase } = get();
            if (phase.kind !== "busy") return;
            if (progress.type === "gate") set({ phase: { ...phase, gates: [...phase.gates, progress.result] } });
            else set({ phase: { ...phase, what: `Test ${progress.index + 1} of ${progress.total}`, tests: [...phase.tests, progress.result] } });
          },
          signal,
        );
        if (outcome.ok) end(id, true, `It is ${outcome.snippet.status} now.`);
        else end(id, false, outcome.message, outcome.gates);
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
      offerFunctions: (code) => ports.workshop.offerFunctions(code, new AbortController().signal),
      makeFunction: (code, choice) => ports.workshop.makeFunction(code, choice, new AbortController().signal),
      demote: (id, to, reason) => ports.history.demote(id, to, reason),
      stop: () => stopping.abort(),
      exportPack: (ids, format) => ports.packs.write(ids, format),
      readPack: (text, fileName) => ports.packs.read(text, fileName),
      takePack: async ({ entries }) => {
        const actions = { new: "add", newer: "replace", different: "copy", same: "skip", older: "skip" } as const;
        const taken = await ports.packs.take(entries.map((entry) => ({ entry, action: actions[entry.relation] })));
        if (!taken.ok) return { ok: false, message: taken.message };
        const skipped = entries.length - taken.snippets.length;
        return { ok: true, message: `${taken.snippets.length} taken as drafts${skipped === 0 ? "" : `, ${skipped} were here already`}.` };
      },
      starterPack: () => ports.packs.starter(),
    };
  });
}

/** A file as a test carries it: as text where it is text, so that a person can read it in a pack. */
function testFile({ path, bytes }: DataFile): TestFile {
  try {
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { path, base64: btoa(binary) };
  }
}
