import { Button } from "@mantine/core";
import { IconPlayerPlay, IconX } from "@tabler/icons-react";
import { type JSX, lazy, type ReactNode, Suspense, useState } from "react";
import type { ViewSpec } from "#domain/view-spec.ts";
import { Code } from "#view/code/Code.tsx";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./OpenedSpec.module.css";

const CodeEditor = lazy(() => import("#view/code/CodeEditor.tsx").then((module) => ({ default: module.CodeEditor })));

/** A view spec that somebody gave: its code to read first. It runs only when the person says so. */
export function OpenedSpec({ spec, children }: { readonly spec: ViewSpec; readonly children?: ReactNode }): JSX.Element {
  const { task } = useStores();
  const files = useSlice("task", (state) => state.files);
  const [text, setText] = useState(spec.code);
  const { runCode, closeOpened } = task.getState();
  return (
    <section className={styles.opened} aria-label="Opened view spec">
      <h2 className={styles.title}>{spec.title || "Code without a title"}</h2>
      <p className={styles.lead}>Opened, not run. Read the code; it runs sealed, like any other.</p>
      {children}
      {spec.files.length > 0 && (
        <p className={styles.lead}>
          Reads {spec.files.map(({ path }) => `${path}${files.some((file) => file.path === path) ? "" : " (missing: add it below)"}`).join(", ")}.
        </p>
      )}
      <div className={styles.tools}>
        <Button variant="filled" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void runCode(text)}>
          Run this code
        </Button>
        <Button leftSection={<IconX size={16} aria-hidden />} onClick={closeOpened}>
          Close
        </Button>
      </div>
      <div className={styles.editor}>
        <Suspense fallback={<Code code={text} label="Opened code" />}>
          <CodeEditor value={text} label="Opened code" onChange={setText} />
        </Suspense>
      </div>
    </section>
  );
}
