import { type JSX, useMemo } from "react";
import styles from "./Code.module.css";
import { highlightPython } from "./highlight-python.ts";

/** The lines of {@link Code}, coloured. */
export function HighlightedLines({ code, line }: { readonly code: string; readonly line: number | null }): JSX.Element {
  const lines = useMemo(() => highlightPython(code), [code]);
  return (
    <pre className={styles.lines}>
      {lines.map((tokens, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <span key={index} className={styles.line} data-marked={line === index + 1 || undefined}>
          {tokens.map(({ text, kind }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
            <span key={position} className={kind === "" ? undefined : styles[kind]}>
              {text}
            </span>
          ))}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
