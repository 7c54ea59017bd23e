import { IconCircleCheck, IconCircleMinus, IconCircleX } from "@tabler/icons-react";
import type { JSX } from "react";
import type { GateResult } from "#domain/snippet.ts";
import styles from "./Ladder.module.css";

const MARKS = {
  pass: { Icon: IconCircleCheck, word: "Passed" },
  fail: { Icon: IconCircleX, word: "Failed" },
  skipped: { Icon: IconCircleMinus, word: "Not run" },
} as const;

/** What became of a gate or a test, as icon and word. */
export function VerdictMark({ verdict }: { readonly verdict: GateResult["verdict"] }): JSX.Element {
  const { Icon, word } = MARKS[verdict];
  return <Icon className={styles.mark} data-verdict={verdict} size={16} role="img" aria-label={word} />;
}
