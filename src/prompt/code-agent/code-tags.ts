/** What stands around code in a reply, as smolagents' `code_block_tags`. The texts are patterns there; these have nothing special in them. */
export interface CodeTags {
  readonly open: string;
  readonly close: string;
}

/** The two that CodeAgent knows by name. */
export const CODE_TAGS: Readonly<Record<"code" | "markdown", CodeTags>> = {
  code: { open: "<code>", close: "</code>" },
  markdown: { open: "```python", close: "```" },
};

/** Texts that end a reply, which then does not hold them. A closing tag that is part of the opening one would end every program. */
export function stopSequences(tags: CodeTags): readonly string[] {
  const always = ["Observation:", "Calling tools:"];
  return tags.open.includes(tags.close) ? always : [...always, tags.close];
}
