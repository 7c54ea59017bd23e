import type { JSX } from "react";
import styles from "./ResultTabs.module.css";

export interface NothingProps {
  readonly live: boolean;
  readonly ended: boolean;
  /** What this place is for. */
  readonly what: string;
  /** What is said when a run ended without filling it. */
  readonly done: string;
}

/** An empty result, in one line. */
export function Nothing({ live, ended, what, done }: NothingProps): JSX.Element {
  return <p className={styles.nothing}>{ended && !live ? done : what}</p>;
}
