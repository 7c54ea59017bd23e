import type { JSX, ReactNode } from "react";
import styles from "./Facts.module.css";

/** Facts by their names: `dt` and `dd`, one below the other. */
export function Facts({ label, children }: { readonly label?: string; readonly children: ReactNode }): JSX.Element {
  return (
    <dl className={styles.facts} aria-label={label}>
      {children}
    </dl>
  );
}
