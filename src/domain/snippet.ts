/** The ladder from a run that worked to a tool that the agent uses unasked. */
export type SnippetStatus = "draft" | "tested" | "reviewed" | "core";

/** Where a snippet came from. Every field may be unknown (null) for imported or hand-written code. */
export interface SnippetProvenance {
  readonly run: string | null;
  readonly model: string | null;
  readonly task: string | null;
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
  /** Starts at 1; every saved change of the code adds 1. */
  readonly version: number;
  readonly provenance: SnippetProvenance;
  /** RFC 3339 UTC with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
}
