import { python } from "@codemirror/lang-python";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type JSX, useEffect, useRef } from "react";
import styles from "./Diff.module.css";
import { editorTheme } from "./editor-theme.ts";

export interface DiffProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

/** What changed between two programs, in one column. */
export function Diff({ before, after, label }: DiffProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          python(),
          editorTheme,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 2, minSize: 5 }, highlightChanges: true }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label]);
  return <div ref={host} className={styles.diff} />;
}
