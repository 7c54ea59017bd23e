import type { JSX } from "react";
import type { Timeline } from "#state/timeline.ts";
import { formatCount, formatDuration, formatRate } from "#view/parts/format.ts";
import { modelTitle } from "#view/parts/model-title.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { runEnding } from "./run-ending.ts";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** How the run ended: a line of numbers when it went well, else what happened, what was kept and what to do. */
export function EndStep({ timeline }: { readonly timeline: Timeline }): JSX.Element | null {
  const { end } = timeline;
  const ending = runEnding(timeline);
  if (ending !== null) {
    return (
      <li style={{ listStyle: "none" }}>
        <Notice tone={ending.tone} title={ending.title} code={ending.code}>
          {ending.reason !== null && <div>{ending.reason}</div>}
          <div>{ending.advice}</div>
          {end !== null && <div className={styles.place}>{numbers(end, timeline.loop)}</div>}
        </Notice>
      </li>
    );
  }
  return (
    end && <Step mark="ok" title="Done" note={end.model === null || end.model.demo ? "" : modelTitle(end.model.model)} meta={numbers(end, timeline.loop)} />
  );
}

function numbers(end: NonNullable<Timeline["end"]>, loop: Timeline["loop"]): string {
  const tokens = end.tokens.prompt + end.tokens.completion;
  const parts = [formatDuration(end.durationMs), formatCount(end.attempts, loop === "skep" ? "attempt" : "step")];
  if (end.model !== null && !end.model.demo) parts.push(formatCount(tokens, "token"));
  if (end.decodeRate !== null) parts.push(formatRate(end.decodeRate));
  return parts.join(", ");
}
