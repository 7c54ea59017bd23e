import { type JSX, lazy, Suspense } from "react";
import styles from "./Code.module.css";

const HighlightedLines = lazy(() => import("./HighlightedLines.tsx").then((module) => ({ default: module.HighlightedLines })));

export interface CodeProps {
  readonly code: string;
  /** What the code is, for people who do not see it. */
  readonly label: string;
  /** 1-based line to point at, or null. */
  readonly line?: number | null;
}

/** Python to read: numbered and coloured; plain until the highlighter has arrived. */
export function Code({ code, label, line = null }: CodeProps): JSX.Element {
  // The line end of the last line is not a line.
  const shown = code.replace(/\n+$/, "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.code} aria-label={label} tabIndex={0}>
      <Suspense fallback={<Lines lines={shown.split("\n")} line={line} />}>
        <HighlightedLines code={shown} line={line} />
      </Suspense>
    </section>
  );
}

function Lines({ lines, line }: { readonly lines: readonly string[]; readonly line: number | null }): JSX.Element {
  return (
    <pre className={styles.lines}>
      {lines.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <span key={index} className={styles.line} data-marked={line === index + 1 || undefined}>
          {text}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
