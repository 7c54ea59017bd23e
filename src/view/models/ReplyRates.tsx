import type { JSX } from "react";
import type { EngineState } from "#state/models-store.ts";
import { formatCount, formatRate } from "#view/parts/format.ts";
import styles from "./ModelsScreen.module.css";

/** How fast the loaded model reads and writes: live while it writes, then of its last reply. */
export function ReplyRates({ engine }: { readonly engine: EngineState }): JSX.Element | null {
  const words = engine.kind === "generating" ? writing(engine) : engine.kind === "ready" ? lastReply(engine) : "";
  return words === "" ? null : <div className={styles.dim}>{words}</div>;
}

function writing({ live }: Extract<EngineState, { kind: "generating" }>): string {
  if (live === undefined) return "Reading the prompt";
  return `Writing: ${formatCount(live.pieces, "token")}${live.rate === null ? "" : `, ${formatRate(live.rate)}`}`;
}

function lastReply({ last }: Extract<EngineState, { kind: "ready" }>): string {
  if (last === undefined) return "";
  const kept = last.cachedTokens ?? 0;
  const read = `read ${formatCount(last.promptTokens - kept, "token")}${kept === 0 ? "" : ` (${formatCount(kept, "token")} were in memory)`}`;
  const parts = [
    `${read}${last.prefillRate === null ? "" : ` at ${formatRate(last.prefillRate)}`}`,
    `wrote ${formatCount(last.completionTokens, "token")}${last.decodeRate === null ? "" : ` at ${formatRate(last.decodeRate)}`}`,
  ];
  return `Last reply: ${parts.join(", ")}.`;
}
