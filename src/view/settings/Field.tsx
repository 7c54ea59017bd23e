import type { JSX, ReactNode } from "react";
import styles from "./SettingsScreen.module.css";

export interface FieldProps {
  readonly label: string;
  readonly help: string;
  /** Id of the control, for its label. */
  readonly control: string;
  /** Whether the installation has fixed it: said beside the help. */
  readonly locked?: boolean;
  /** Why it means nothing as things stand, said beside the help. */
  readonly idle?: string | null;
  readonly children: ReactNode;
}

/** One setting: its name and what it means at the left, its control at the right. */
export function Field({ label, help, control, locked = false, idle = null, children }: FieldProps): JSX.Element {
  return (
    <div className={styles.field}>
      <div>
        <label htmlFor={control} id={`${control}-label`} className={styles.label}>
          {label}
        </label>
        <div className={styles.help} id={`${control}-help`}>
          {help}
          {locked && " Set by this installation."}
          {idle !== null && ` ${idle}`}
        </div>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}
