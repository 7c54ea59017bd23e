import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2, IconPlayerStop, IconPoint, IconX } from "@tabler/icons-react";
import type { ComponentType, JSX } from "react";
import type { RunStatus } from "#domain/execution-result.ts";
import styles from "./StatusMark.module.css";

export type Mark = RunStatus | "running" | "interrupted" | "warning" | "none";

const MARKS: Readonly<Record<Mark, { readonly icon: ComponentType<{ size: number; stroke: number; "aria-hidden": true }>; readonly word: string }>> = {
  ok: { icon: IconCheck, word: "Ok" },
  error: { icon: IconX, word: "Failed" },
  timeout: { icon: IconClock, word: "Timed out" },
  aborted: { icon: IconPlayerStop, word: "Stopped" },
  refused: { icon: IconBan, word: "Refused" },
  running: { icon: IconLoader2, word: "Running" },
  interrupted: { icon: IconAlertTriangle, word: "Interrupted" },
  warning: { icon: IconAlertTriangle, word: "Warning" },
  none: { icon: IconPoint, word: "" },
};

/** How a person reads a status, in one word. */
export function statusWord(mark: Mark): string {
  return MARKS[mark].word;
}

/** A status as icon and word; with `quiet`, the word is for screen readers only. */
export function StatusMark({ mark, quiet = false }: { readonly mark: Mark; readonly quiet?: boolean }): JSX.Element {
  const { icon: Icon, word } = MARKS[mark];
  return (
    <span className={styles.mark} data-mark={mark}>
      <Icon size={16} stroke={2} aria-hidden />
      {word !== "" && <span className={quiet ? styles.hidden : styles.word}>{word}</span>}
    </span>
  );
}
