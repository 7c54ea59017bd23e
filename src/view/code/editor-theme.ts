import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** CodeMirror in the page's own tokens, so that both themes come from one place. */
export const editorTheme: Extension = [
  EditorView.theme({
    "&": { color: "var(--mantine-color-text)", backgroundColor: "var(--skep-sheet)", fontSize: "12.5px", height: "100%" },
    "&.cm-focused": { outline: "2px solid var(--skep-focus)", outlineOffset: "-2px" },
    ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "20px" },
    ".cm-content": { padding: "8px 0", caretColor: "var(--mantine-color-text)" },
    ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
    ".cm-gutters": { color: "var(--skep-line-strong)", backgroundColor: "var(--skep-sheet)", border: "none" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
    "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--skep-hover) 60%, transparent)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "color-mix(in srgb, var(--mantine-color-honey-5) 30%, transparent)",
    },
    ".cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "var(--skep-added) !important" },
    // Underlined, not painted darker: the colours of the code keep their contrast.
    ".cm-changedText": { background: "none !important", textDecoration: "underline 2px var(--skep-ok)", textUnderlineOffset: "3px" },
    ".cm-deletedChunk": { backgroundColor: "var(--skep-removed) !important", paddingLeft: "6px" },
    ".cm-deletedChunk .cm-deletedText, .cm-deletedText": {
      background: "none !important",
      textDecoration: "underline 2px var(--skep-bad)",
      textUnderlineOffset: "3px",
    },
    ".cm-changeGutter": { width: "3px", paddingLeft: "0" },
    ".cm-collapsedLines": { color: "var(--mantine-color-dimmed)", background: "var(--skep-raised)", padding: "2px 12px" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--skep-code-keyword)" },
      { tag: [tags.string, tags.special(tags.string)], color: "var(--skep-code-string)" },
      { tag: [tags.number, tags.bool, tags.null], color: "var(--skep-code-number)" },
      { tag: tags.comment, color: "var(--mantine-color-dimmed)", fontStyle: "italic" },
      { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], fontWeight: "600" },
    ]),
  ),
];
