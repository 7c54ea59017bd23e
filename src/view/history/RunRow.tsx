import { Anchor } from "@mantine/core";
import type { JSX } from "react";
import type { RunRecord } from "#domain/run-record.ts";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { firstLine, formatCount, formatDuration } from "#view/parts/format.ts";
import list from "#view/parts/List.module.css";
import { StatusMark } from "#view/parts/StatusMark.tsx";
import { Time } from "#view/parts/Time.tsx";
import styles from "./RunRow.module.css";

/** One run in the list: a link to it. */
export function RunRow({ record }: { readonly record: RunRecord }): JSX.Element {
  return (
    <Anchor className={`${list.link} ${styles.run}`} href={`#/history/${encodeURIComponent(record.id)}`} underline="never" c="inherit">
      <span className={styles.status}>
        <StatusMark mark={record.status} />
      </span>
      <span className={styles.task}>{firstLine(record.task, 160) || "Untitled"}</span>
      <span className={styles.when}>
        <Time value={record.startedAt} />
      </span>
      <span className={styles.summary}>{record.summary}</span>
      <span className={styles.numbers}>
        {record.model?.demo === true && <DemoLabel />}
        {record.attempts > 1 && <span>{formatCount(record.attempts, "attempt")}</span>}
        {record.durationMs !== null && <span>{formatDuration(record.durationMs)}</span>}
      </span>
    </Anchor>
  );
}
