import type { JsonValue } from "./json-value.ts";
import type { SnippetTest, SnippetTestResult } from "./snippet-test.ts";

/** The ladder from a run that worked to a tool that the agent uses unasked. */
export type SnippetStatus = "draft" | "tested" | "reviewed" | "core";

/** The ladder in order, lowest first. */
export const SNIPPET_LADDER: readonly SnippetStatus[] = ["draft", "tested", "reviewed", "core"];

/** Where a snippet came from. Every field may be unknown (null) for imported or hand-written code. */
export interface SnippetProvenance {
  readonly run: string | null;
  readonly model: string | null;
  readonly task: string | null;
}

/** What a caller must know of a tool. Made from its code by the rules of bee-code-interpreter's custom tools. */
export interface ToolSignature {
  /** The function's name. */
  readonly name: string;
  /** From the docstring: what it does, then what it returns. */
  readonly description: string;
  /** JSON Schema (draft-07) of the arguments, an object. */
  readonly parameters: { readonly [key: string]: JsonValue };
  /** The annotation of the result, as it is written; null without one. */
  readonly returns: string | null;
}

/** Another tool that a tool's code imports (`from skep_tools.NAME import NAME`), pinned. */
export interface ToolUse {
  readonly name: string;
  readonly version: number;
  /** SHA-256 of that version's body, without the pins in it. */
  readonly bodyHash: string;
}

/** One gate's answer. */
export interface GateResult {
  /** The gate's name, such as `tests-pass`. */
  readonly gate: string;
  readonly title: string;
  /** `skipped`: not asked, since something before it is in the way. */
  readonly verdict: "pass" | "fail" | "skipped";
  /** What is in the way, one line each; or, when it passed, what was seen. */
  readonly notes: readonly string[];
}

/** What was seen when the gates last ran: of which body, where, and with what outcome. */
export interface GateEvidence {
  /** RFC 3339 UTC with milliseconds. */
  readonly time: string;
  /** SHA-256 of the body that the gates looked at: evidence counts for no other. */
  readonly bodyHash: string;
  readonly environment: { readonly executor: string; readonly python: string; readonly packages: Readonly<Record<string, string>> };
  readonly gates: readonly GateResult[];
  readonly tests: readonly SnippetTestResult[];
}

/** What a reviewer says to have looked at. */
export const REVIEW_CHECKS = ["code", "tests", "changes"] as const;
export type ReviewCheck = (typeof REVIEW_CHECKS)[number];

/** A named person's yes to one body of a snippet. */
export interface SnippetReview {
  readonly reviewer: string;
  readonly note: string;
  readonly checked: readonly ReviewCheck[];
  readonly time: string;
  readonly bodyHash: string;
}

/** One step up or down the ladder, and why. */
export interface StatusChange {
  readonly time: string;
  readonly from: SnippetStatus;
  readonly to: SnippetStatus;
  readonly version: number;
  readonly reason: string;
}

/** One saved piece of Python. */
export interface Snippet {
  readonly id: string;
  /** A Python identifier, or a short title while it is a draft. */
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly tags: readonly string[];
  readonly status: SnippetStatus;
  /** Starts at 1; every saved change of the body adds 1. */
  readonly version: number;
  readonly provenance: SnippetProvenance;
  /** RFC 3339 UTC with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null while the code is no tool, or was not inspected yet. */
  readonly tool: ToolSignature | null;
  readonly tests: readonly SnippetTest[];
  /** Distributions that the code may import, by normalised name. */
  readonly packages: readonly string[];
  readonly uses: readonly ToolUse[];
  readonly evidence: GateEvidence | null;
  readonly review: SnippetReview | null;
  /** Steps on the ladder, oldest first. */
  readonly trail: readonly StatusChange[];
  /** Why nobody should use it any more; null while it is in use. The agent leaves deprecated tools alone. */
  readonly deprecated: { readonly time: string; readonly reason: string } | null;
}

/** What the gates and a review look at. One changed byte of it makes another body. */
export type SnippetBody = Pick<Snippet, "name" | "description" | "code" | "tests" | "packages" | "uses">;

/** A body as it was, kept for the difference to the next one and for going back. */
export interface SnippetVersion {
  readonly snippet: string;
  readonly version: number;
  /** When it was saved. RFC 3339 UTC with milliseconds. */
  readonly time: string;
  readonly body: SnippetBody;
}

/** What a snippet has before anybody looked at it. */
export const UNPROVEN = {
  tool: null,
  tests: [],
  packages: [],
  uses: [],
  evidence: null,
  review: null,
  trail: [],
  deprecated: null,
} as const satisfies Partial<Snippet>;
