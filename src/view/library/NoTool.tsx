import type { JSX } from "react";
import { Notice } from "#view/parts/Notice.tsx";
import styles from "./SnippetTabs.module.css";
import type { ReadTool } from "./use-tool.ts";

/** In place of what only a tool has: that the code is being read, or why it is none. */
export function NoTool({ read }: { readonly read: Exclude<ReadTool, { readonly kind: "tool" }> }): JSX.Element {
  return (
    <div className={styles.panel}>
      {read.kind === "reading" ? (
        <p className={styles.words}>Reading the code…</p>
      ) : (
        <Notice tone="warn" title="The code is no tool yet.">
          <ul className={styles.notes}>
            {read.errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
