import { type JSX, type ReactNode, useId } from "react";
import styles from "./SettingsScreen.module.css";

/** A group of settings under its name. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <div className={styles.card}>{children}</div>
    </section>
  );
}
