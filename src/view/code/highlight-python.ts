import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
import { parser } from "@lezer/python";

export interface CodeToken {
  readonly text: string;
  /** Class of {@link PYTHON_TOKENS}, or the empty string. */
  readonly kind: string;
}

const highlighter = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], class: "keyword" },
  { tag: [tags.string, tags.special(tags.string)], class: "string" },
  { tag: [tags.number, tags.bool, tags.null], class: "number" },
  { tag: tags.comment, class: "comment" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], class: "definition" },
]);

/** The lines of a Python text, each as tokens. */
export function highlightPython(code: string): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]];
  highlightCode(
    code,
    parser.parse(code),
    highlighter,
    (text, kind) => lines.at(-1)?.push({ text, kind }),
    () => lines.push([]),
  );
  return lines;
}
