import { python } from "@codemirror/lang-python";
import CodeMirror, { EditorView } from "@uiw/react-codemirror";
import { type JSX, useMemo } from "react";
import styles from "./CodeEditor.module.css";
import { editorTheme } from "./editor-theme.ts";

export interface CodeEditorProps {
  readonly value: string;
  readonly label: string;
  onChange(value: string): void;
}

/** Python to write. Tab leaves the editor, as it leaves any field; indent with the brackets or auto-indent. */
export function CodeEditor({ value, label, onChange }: CodeEditorProps): JSX.Element {
  const extensions = useMemo(() => [python(), editorTheme, EditorView.contentAttributes.of({ "aria-label": label }), EditorView.lineWrapping], [label]);
  return (
    <div className={styles.editor}>
      <CodeMirror
        value={value}
        theme="none"
        height="100%"
        indentWithTab={false}
        extensions={extensions}
        basicSetup={{ foldGutter: false, highlightActiveLine: true, autocompletion: false, searchKeymap: true }}
        onChange={onChange}
      />
    </div>
  );
}
