import { type JSX, useRef } from "react";
import { useStickToEnd } from "#view/parts/use-stick-to-end.ts";
import styles from "./LiveText.module.css";

/** Text that grows, in a box that does not. */
export function LiveText({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const box = useRef<HTMLElement>(null);
  useStickToEnd(box, text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section ref={box} className={styles.box} tabIndex={0} aria-label={label}>
      <pre className={styles.text}>{text}</pre>
    </section>
  );
}
