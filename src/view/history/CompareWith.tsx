import { NativeSelect } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { firstLine, formatTime } from "#view/parts/format.ts";
import { useSlice, useStores } from "#view/stores-context.tsx";
import styles from "./RunScreen.module.css";

/** Runs that are offered at most: those of the same task first, then the newest. */
const OFFERED = 50;

/** Chooses another run to compare this one with. */
export function CompareWith({ run, task }: { readonly run: string; readonly task: string }): JSX.Element {
  const { replay } = useStores();
  const records = useSlice("history", (state) => state.records);
  const others = useMemo(() => {
    const known = (records ?? []).filter(({ id, code, status }) => id !== run && code !== null && status !== "running");
    return [...known.filter((record) => record.task === task), ...known.filter((record) => record.task !== task)].slice(0, OFFERED);
  }, [records, run, task]);
  return (
    <NativeSelect
      className={styles.compare}
      aria-label="Compare with"
      disabled={others.length === 0}
      value=""
      onChange={(change) => void replay.getState().compare(run, change.currentTarget.value)}
      data={[
        { value: "", label: "Compare with\u2026", disabled: true },
        ...others.map((record) => ({ value: record.id, label: `${firstLine(record.task, 40) || "Untitled"}, ${formatTime(record.startedAt)}` })),
      ]}
    />
  );
}
