import type { JSX } from "react";
import type { RunError } from "#domain/execution-result.ts";
import styles from "./ErrorView.module.css";

/** An exception: its name and message, the line that raised it, and the traceback. */
export function ErrorView({ error }: { readonly error: RunError }): JSX.Element {
  const frame = error.frames.at(-1);
  return (
    <section className={styles.error} aria-label="Error">
      <div className={styles.head}>
        <strong>{error.name}</strong>
        {error.message !== "" && <span>{error.message}</span>}
      </div>
      {frame !== undefined && (
        <div className={styles.frame}>
          <span className={styles.place}>line {frame.line}</span>
          <code>{frame.source.trim()}</code>
        </div>
      )}
      {error.traceback.trim() !== "" && (
        <details className={styles.trace}>
          <summary>Traceback</summary>
          <pre>{error.traceback.trimEnd()}</pre>
        </details>
      )}
    </section>
  );
}
