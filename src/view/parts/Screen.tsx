import type { JSX, ReactNode } from "react";
import styles from "./Screen.module.css";

export interface ScreenProps {
  readonly title: string;
  /** At the right of the title: the screen's actions. */
  readonly actions?: ReactNode;
  /** Stays above what scrolls. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  /** The children scroll themselves. */
  readonly fixed?: boolean;
}

/** A screen that is a list or a form: title, actions, tools, and a column that scrolls. */
export function Screen({ title, actions, tools, children, fixed = false }: ScreenProps): JSX.Element {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.actions}>{actions}</div>
      </header>
      {tools !== undefined && <div className={styles.tools}>{tools}</div>}
      <div className={fixed ? styles.fixed : styles.scroll}>{children}</div>
    </div>
  );
}
