import type { MatchCandidate } from "#domain/agent-event.ts";
import type { DataFile } from "#domain/data-file.ts";
import type { JsonValue } from "#domain/json-value.ts";
import type { GateResult, ReviewCheck, Snippet, SnippetStatus, SnippetVersion, ToolSignature } from "#domain/snippet.ts";
import type { SnippetTest, SnippetTestResult } from "#domain/snippet-test.ts";

export type SaveOutcome = { readonly ok: true; readonly snippet: Snippet } | { readonly ok: false; readonly message: string };

/** What a person gives to save a snippet; id, version, status and times are the library's to set. Fields left out keep what they are. */
export type SnippetDraft = Pick<Snippet, "name" | "description" | "code" | "tags" | "provenance"> & Partial<Pick<Snippet, "tests" | "packages">>;

/** Snippets on this device. */
export interface SnippetLibrary {
  /** Newest change first. */
  list(): Promise<readonly Snippet[]>;
  get(id: string): Promise<Snippet | null>;
  /** Keeps a new snippet as a draft. */
  save(draft: SnippetDraft): Promise<SaveOutcome>;
  /** A changed byte of the body (name, description, code, tests, packages) sends the snippet back to draft and adds a version. */
  update(id: string, draft: SnippetDraft): Promise<SaveOutcome>;
  remove(id: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
  /**
   * Ranks the `core` snippets for a task, best first.
   * @returns candidates with scores from 0 to 1; those under 0.05 are left out.
   */
  match(task: string): Promise<readonly MatchCandidate[]>;
  subscribe(listener: () => void): () => void;
}

/** A part of a text that a search found: where it begins and ends, in UTF-16 code units. */
export interface Highlight {
  readonly from: number;
  readonly to: number;
}

/** A snippet that a search found, best first, with the places to mark in each of its texts. */
export interface SnippetHit {
  readonly snippet: Snippet;
  readonly highlights: {
    readonly name: readonly Highlight[];
    readonly description: readonly Highlight[];
    readonly tags: readonly Highlight[];
    readonly code: readonly Highlight[];
  };
}

export interface SnippetFilter {
  readonly status: SnippetStatus | "any";
  /** Every tag must be there. */
  readonly tags: readonly string[];
  readonly deprecated: "hide" | "show" | "only";
}

/** How often a tool was called, from the log of this device: once a run. */
export interface SnippetUsage {
  readonly calls: number;
  /** Those of them in which another tool called it. */
  readonly byTools: number;
  readonly succeeded: number;
  /** RFC 3339 UTC with milliseconds, or null. */
  readonly lastCall: string | null;
  readonly lastSuccess: string | null;
}

/** A snippet's past, and its way down the ladder. */
export interface SnippetHistory {
  /** Newest first, the current one included. */
  versions(id: string): Promise<readonly SnippetVersion[]>;
  /** Makes an earlier body the current one again: as a new version, and a draft. */
  rollBack(id: string, version: number, reason: string): Promise<SaveOutcome>;
  /** Sends a snippet down the ladder. */
  demote(id: string, to: SnippetStatus, reason: string): Promise<SaveOutcome>;
  /** Takes a tool out of use, or (null) into use again. Its status stays. */
  deprecate(id: string, reason: string | null): Promise<SaveOutcome>;
  /** Of every tool that was ever called, by id. */
  usages(): Promise<ReadonlyMap<string, SnippetUsage>>;
  /** Snippets whose code imports this one. */
  usedBy(id: string): Promise<readonly Snippet[]>;
}

/** A value in a program that could become a parameter. */
export interface ParameterOffer {
  /** Names the offer in a request; means nothing else. */
  readonly id: string;
  /** A name for the parameter: the variable's, or one made from where the value stands. */
  readonly name: string;
  /** As an annotation, such as `str`, `float`, `list[int]`. */
  readonly type: string;
  readonly value: JsonValue;
  /** As written. */
  readonly source: string;
  /** 1-based. */
  readonly line: number;
}

/** A function that a program could become. */
export interface FunctionOffer {
  readonly name: string;
  /** Null where the program is to be wrapped; else a function of the program that can be the tool as it is. */
  readonly existing: string | null;
  readonly parameters: readonly ParameterOffer[];
}

/** What a person chose of an offer. */
export interface FunctionChoice {
  readonly name: string;
  readonly description: string;
  readonly existing: string | null;
  /** By the offer's id, under the name and with the annotation that the parameter shall have. */
  readonly parameters: readonly { readonly id: string; readonly name: string; readonly type: string; readonly description: string }[];
  /** Annotation of the result; the empty string for none. */
  readonly returns: string;
  readonly returnsDescription: string;
}

export interface CallProblem {
  /** The parameter, with a path into it where it has parts, such as `rows[2]`; empty for the call as a whole. */
  readonly path: string;
  readonly message: string;
}

/** A program that calls a tool, with the files that it needs beside it. */
export type CallOutcome =
  | { readonly ok: true; readonly code: string; readonly files: readonly DataFile[] }
  | { readonly ok: false; readonly problems: readonly CallProblem[] };

/** What a reviewer signs. */
export interface ReviewInput {
  readonly reviewer: string;
  readonly note: string;
  readonly checked: readonly ReviewCheck[];
}

export type GateProgress =
  | { readonly type: "gate"; readonly result: GateResult }
  | { readonly type: "test"; readonly result: SnippetTestResult; readonly index: number; readonly total: number };

export type PromotionOutcome =
  | { readonly ok: true; readonly snippet: Snippet }
  /** `gates` is empty when they could not be run at all. */
  | { readonly ok: false; readonly message: string; readonly gates: readonly GateResult[] };

type Failure = { readonly ok: false; readonly message: string };

export type CheckOutcome = { readonly ok: true; readonly verdicts: readonly PackVerdict[] } | Failure;

/** Where a snippet becomes a tool. Everything here that runs or reads code does so in the sandbox. */
export interface SnippetWorkshop {
  /** What the code is as a tool: its signature, or why it is none, in bee-code-interpreter's words. */
  inspect(code: string, signal: AbortSignal): Promise<{ readonly ok: true; readonly tool: ToolSignature | null; readonly errors: readonly string[] } | Failure>;
  /** What functions a program could become, with the values that could be their parameters. */
  offerFunctions(code: string, signal: AbortSignal): Promise<{ readonly ok: true; readonly offers: readonly FunctionOffer[] } | Failure>;
  /** The code of the chosen function. */
  makeFunction(code: string, choice: FunctionChoice, signal: AbortSignal): Promise<{ readonly ok: true; readonly code: string } | Failure>;
  /** Runs a call once and makes a test of what it gave. */
  recordTest(
    id: string,
    call: Pick<SnippetTest, "name" | "arguments" | "files">,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly test: SnippetTest } | Failure>;
  /** Runs the tests, each in a fresh state. What they say is returned, not kept. */
  runTests(
    id: string,
    onResult: (result: SnippetTestResult, index: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly results: readonly SnippetTestResult[] } | Failure>;
  /** One step up the ladder, if every gate on the way lets it pass; the step to `reviewed` needs a review. */
  promote(id: string, review: ReviewInput | null, onProgress: (progress: GateProgress) => void, signal: AbortSignal): Promise<PromotionOutcome>;
  /** Runs the gates again of every snippet above draft whose evidence is of another Python or other packages; who fails is a draft again. */
  recheck(
    onProgress: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<{ readonly ok: true; readonly demoted: readonly Snippet[] } | Failure>;
  /** What the gates on the way to tested say of drafts, such as those that were imported; kept as their evidence, and none rises. */
  check(ids: readonly string[], onVerdict: (verdict: PackVerdict, done: number) => void, signal: AbortSignal): Promise<CheckOutcome>;
  /** The program that calls a tool, read first if no gate has seen it; the arguments are held against its schema first. */
  call(id: string, args: { readonly [parameter: string]: JsonValue }): Promise<CallOutcome>;
}

export type PackFormat = "yaml" | "json" | "python";

/** One snippet of a pack, held against what is here. */
export interface PackEntry {
  readonly name: string;
  /**
   * `new`: not here. `same`: here with the same body. `newer`: the one here is an earlier version of it. `older`: the one
   * here is a later version of it. `different`: neither.
   */
  readonly relation: "new" | "same" | "newer" | "older" | "different";
  readonly draft: SnippetDraft;
  /** The snippet here that has the name, or null. */
  readonly here: Snippet | null;
  /** What is odd about it, without keeping it out: a signature hash that does not fit, a status that was not kept. */
  readonly notes: readonly string[];
}

export type PackReading =
  | { readonly ok: true; readonly entries: readonly PackEntry[]; readonly notes: readonly string[] }
  /** With the line where the text is wrong, when there is one. */
  | { readonly ok: false; readonly message: string; readonly line: number | null };

/** What the gates on the way to tested say of one snippet of a pack. */
export interface PackVerdict {
  readonly name: string;
  readonly passed: boolean;
  readonly gates: readonly GateResult[];
  readonly tests: readonly SnippetTestResult[];
}

export type PackReport =
  | { readonly ok: true; readonly passed: boolean; readonly snippets: readonly PackVerdict[] }
  | { readonly ok: false; readonly message: string; readonly line: number | null };

export interface PackChoice {
  readonly entry: PackEntry;
  /** `replace` makes it the next version of the snippet here; `copy` keeps both, under a new name. */
  readonly action: "add" | "replace" | "copy" | "skip";
}

/** Snippets on their way between devices. Whatever it was elsewhere, what comes in is a draft. */
export interface SnippetPacks {
  /** A text of one format; `python` takes one snippet. */
  write(ids: readonly string[], format: PackFormat): Promise<{ readonly ok: true; readonly text: string; readonly fileName: string } | Failure>;
  /** Reads a pack, or a Python file, and says of each snippet what it is to those here. Nothing is kept yet. */
  read(text: string, fileName: string): Promise<PackReading>;
  /** Keeps what was chosen. */
  take(choices: readonly PackChoice[]): Promise<{ readonly ok: true; readonly snippets: readonly Snippet[] } | Failure>;
  /** The ten tools that come with Skep, as a pack's text; opt-in, and drafts like any other import. */
  starter(): Promise<string>;
}

/** Full-text search over name, description, tags and code; an empty query lists everything that passes the filter, newest first. */
export type SearchSnippets = (snippets: readonly Snippet[], query: string, filter: SnippetFilter) => readonly SnippetHit[];
