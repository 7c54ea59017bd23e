import { Progress } from "@mantine/core";
import { type JSX, useState } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { LoadProgress } from "#state/models-store.ts";
import { formatBytes, formatDuration } from "#view/parts/format.ts";
import { useElapsed } from "#view/parts/use-elapsed.ts";
import styles from "./ModelsScreen.module.css";

/** A load or download under way: what, how much, how long. */
export function LoadBar({ progress }: { readonly progress: LoadProgress }): JSX.Element {
  const [since] = useState(() => Date.now());
  const elapsed = useElapsed(since);
  const { loaded, total } = progress;
  const known = total !== null && total > 0;
  const share = known ? Math.min(100, (loaded / total) * 100) : 100;
  const amount = known && total > 1000 ? `${formatBytes(loaded)} of ${formatBytes(total)}` : progress.message;
  const rate = progress.bytesPerSecond ?? null;
  const left = rate !== null && rate > 0 && known && loaded < total ? ((total - loaded) / rate) * 1000 : null;
  const word = progress.message.startsWith("Checking") ? "Checking" : phaseWord(progress.phase);
  const parts = [
    `${word} ${formatDuration(elapsed)}`,
    amount,
    rate === null ? "" : `${formatBytes(rate)}/s`,
    left === null ? "" : `${formatDuration(left)} left`,
  ];
  return (
    <div className={styles.load}>
      <Progress value={share} animated={!known} aria-label={word} size="sm" />
      <span className={styles.dim}>{parts.filter(Boolean).join(" · ")}</span>
    </div>
  );
}

function phaseWord(phase: LoadProgress["phase"]): string {
  switch (phase) {
    case "download":
      return "Downloading";
    case "read":
      return "Reading from disk";
    case "compile":
      return "Compiling for this device";
    case "warm-up":
      return "Warming up";
    default:
      return unreachable(phase);
  }
}
