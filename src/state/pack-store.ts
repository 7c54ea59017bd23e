import { createStore, type StoreApi } from "zustand/vanilla";
import type { PackChoice, PackEntry, PackFormat, PackVerdict, SnippetPacks, SnippetWorkshop } from "#library/port.ts";
import { readText } from "./read-text.ts";

export type { PackEntry, PackFormat, PackVerdict } from "#library/port.ts";

/** What a person does with one snippet of a pack. */
export type PackAction = PackChoice["action"];

/** An import, from the file to what became of it. */
export type PackPhase =
  | { readonly kind: "idle" }
  | { readonly kind: "reading" }
  | { readonly kind: "refused"; readonly message: string }
  /** `actions` has one for each entry, in order. */
  | { readonly kind: "choosing"; readonly entries: readonly PackEntry[]; readonly notes: readonly string[]; readonly actions: readonly PackAction[] }
  /** The gates are asked of what was taken. */
  | { readonly kind: "checking"; readonly taken: number; readonly verdicts: readonly PackVerdict[] }
  | { readonly kind: "done"; readonly message: string; readonly verdicts: readonly PackVerdict[] };

export interface PackState {
  readonly phase: PackPhase;
  read(text: string, fileName: string): Promise<void>;
  readFile(file: Blob & { readonly name: string }): Promise<void>;
  readStarter(): Promise<void>;
  choose(index: number, action: PackAction): void;
  /** Keeps what was chosen, as drafts, and asks the gates of them. */
  take(): Promise<void>;
  /** Ends the dialog, or the asking of the gates; what was taken stays. */
  close(): void;
  /** Writes snippets as a text to be saved. */
  write(ids: readonly string[], format: PackFormat): ReturnType<SnippetPacks["write"]>;
}

export type PackStore = StoreApi<PackState>;

/** What is done unless the person says otherwise: nothing here is lost, and nothing is kept twice. */
const USUAL: Readonly<Record<PackEntry["relation"], PackAction>> = { new: "add", newer: "replace", different: "copy", same: "skip", older: "skip" };

/** What can be done with a snippet of a pack, the usual one first. */
export function packActions({ relation }: Pick<PackEntry, "relation">): readonly PackAction[] {
  const all: readonly PackAction[] = relation === "new" ? ["add", "skip"] : relation === "same" ? ["skip", "copy"] : ["skip", "replace", "copy"];
  return [USUAL[relation], ...all.filter((action) => action !== USUAL[relation])];
}

/** Snippets in and out as packs. Whatever comes in is a draft. */
export function createPackStore(packs: SnippetPacks, workshop: Pick<SnippetWorkshop, "check">): PackStore {
  let stopping = new AbortController();
  return createStore<PackState>()((set, get) => ({
    phase: { kind: "idle" },
    read: async (text, fileName) => {
      set({ phase: { kind: "reading" } });
      const reading = await packs.read(text, fileName);
      if (!reading.ok) set({ phase: { kind: "refused", message: `${reading.line === null ? "" : `Line ${reading.line}: `}${reading.message}` } });
      else
        set({ phase: { kind: "choosing", entries: reading.entries, notes: reading.notes, actions: reading.entries.map(({ relation }) => USUAL[relation]) } });
    },
    readFile: async (file) => {
      set({ phase: { kind: "reading" } });
      const read = await readText(file);
      if (read.ok) await get().read(read.text, file.name);
      else set({ phase: { kind: "refused", message: read.message } });
    },
    readStarter: async () => get().read(await packs.starter(), "starter-pack.yaml"),
    choose: (index, action) => {
      const { phase } = get();
      if (phase.kind === "choosing") set({ phase: { ...phase, actions: phase.actions.map((old, at) => (at === index ? action : old)) } });
    },
    take: async () => {
      const { phase } = get();
      if (phase.kind !== "choosing") return;
      const { entries, actions } = phase;
      const taken = await packs.take(entries.map((entry, index) => ({ entry, action: actions[index] ?? "skip" })));
      if (!taken.ok) return set({ phase: { kind: "refused", message: taken.message } });
      const skipped = entries.length - taken.snippets.length;
      const message = `${taken.snippets.length} taken as drafts${skipped === 0 ? "" : `, ${skipped} left out`}.`;
      stopping = new AbortController();
      const { signal } = stopping;
      const verdicts: PackVerdict[] = [];
      set({ phase: { kind: "checking", taken: taken.snippets.length, verdicts } });
      const checked = await workshop.check(
        taken.snippets.map(({ id }) => id),
        (verdict) => {
          verdicts.push(verdict);
          if (!signal.aborted) set({ phase: { kind: "checking", taken: taken.snippets.length, verdicts: [...verdicts] } });
        },
        signal,
      );
      if (signal.aborted) return;
      const passed = verdicts.filter((verdict) => verdict.passed).length;
      const gates = checked.ok ? `${passed} of ${verdicts.length} pass every gate on the way to tested.` : `Their gates could not be asked: ${checked.message}`;
      set({ phase: { kind: "done", message: taken.snippets.length === 0 ? message : `${message} ${gates}`, verdicts } });
    },
    close: () => {
      stopping.abort();
      set({ phase: { kind: "idle" } });
    },
    write: (ids, format) => packs.write(ids, format),
  }));
}
