import { Button } from "@mantine/core";
import { IconBookmarkPlus, IconPlayerPlay, IconRestore } from "@tabler/icons-react";
import { type JSX, lazy, Suspense, useState } from "react";
import type { NotebookResult, ViewSpec } from "#domain/view-spec.ts";
import { Code } from "#view/code/Code.tsx";
import { Nothing } from "./Nothing.tsx";
import styles from "./ResultTabs.module.css";
import { ShareMenu } from "./ShareMenu.tsx";
import { StepNote } from "./StepNote.tsx";

const CodeEditor = lazy(() => import("#view/code/CodeEditor.tsx").then((module) => ({ default: module.CodeEditor })));

export interface CodeTabProps {
  /** Of the attempt shown, or null while there is none. */
  readonly code: string | null;
  readonly live: boolean;
  readonly ended: boolean;
  /** Whether it is one step of several that shared their variables. */
  readonly step: boolean;
  /** What is shared beside the code. */
  readonly share: Omit<ViewSpec, "code"> & { readonly result: NotebookResult | null };
  onRun(code: string): void;
  onSaveSnippet(code: string): void;
}

/** The code of an attempt: to read while the run goes on, then to edit, run again and save. */
export function CodeTab({ code, live, ended, step, share, onRun, onSaveSnippet }: CodeTabProps): JSX.Element {
  const [edited, setEdited] = useState<{ readonly from: string; readonly text: string } | null>(null);
  if (code === null) return <Nothing live={live} ended={ended} what="The code appears here." done="No code was written." />;
  if (live) {
    return (
      <div className={styles.fixed}>
        <Code code={code} label="Code that runs" />
      </div>
    );
  }
  const text = edited?.from === code ? edited.text : code;
  return (
    <div className={styles.fixed}>
      <div className={styles.tools}>
        <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onRun(text)}>
          {text === code ? "Run again" : "Run edited code"}
        </Button>
        <Button leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={() => onSaveSnippet(text)}>
          Save snippet
        </Button>
        <ShareMenu spec={{ title: share.title, show: share.show, files: share.files, code: text }} result={text === code ? share.result : null} />
        {text !== code && (
          <Button variant="subtle" color="gray" leftSection={<IconRestore size={16} aria-hidden />} onClick={() => setEdited(null)}>
            Undo edits
          </Button>
        )}
      </div>
      {step && <StepNote />}
      <div className={styles.editor}>
        <Suspense fallback={<Code code={text} label="Code" />}>
          <CodeEditor value={text} label="Code" onChange={(next) => setEdited({ from: code, text: next })} />
        </Suspense>
      </div>
    </div>
  );
}
