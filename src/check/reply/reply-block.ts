/** One piece of a reply that its author set apart: a fence, a tag, or a tool call. */
export interface ReplyBlock {
  /** Lower-case language of a fence's info string, `python` for code tags and tool calls, empty when none was given. */
  readonly language: string;
  readonly lines: readonly string[];
  /** Whether its end was seen. */
  readonly closed: boolean;
  /** The last line of prose before it. */
  readonly introduction: string;
  /** Whether a fence line was taken as text because a triple-quoted string was open. */
  readonly swallowedFence: boolean;
}

/** A reply taken apart. */
export interface ReplyParts {
  readonly blocks: readonly ReplyBlock[];
  /** Lines outside of blocks and of thinking. */
  readonly prose: readonly string[];
  /** Whether the reply ended inside a thinking section. */
  readonly thinking: boolean;
}
