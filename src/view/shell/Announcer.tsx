import type { JSX } from "react";
import type { Timeline } from "#state/timeline.ts";
import { formatDuration } from "#view/parts/format.ts";
import { statusWord } from "#view/parts/StatusMark.tsx";
import { useSlice } from "#view/stores-context.tsx";
import styles from "./Shell.module.css";

/** Says to people who do not see them the run's turns, a word per step, never the stream; and what has come of anything else. */
export function Announcer(): JSX.Element {
  const phase = useSlice("task", (state) => state.phase.kind);
  const words = useSlice("task", (state) => timelineWords(state.timeline));
  const said = useSlice("announcements", (state) => state);
  return (
    <>
      <div className={styles.hidden} role="status" aria-live="polite">
        {phase === "waiting" ? "Waiting for the model" : phase === "stopping" ? "Stopping" : words}
      </div>
      <div className={styles.hidden} role="status" aria-live="polite" aria-label="What came of it">
        <span key={said.number}>{said.text}</span>
      </div>
    </>
  );
}

function timelineWords(timeline: Timeline | null): string {
  if (timeline === null) return "";
  if (timeline.end !== null) return `Run ended: ${statusWord(timeline.end.status)}, ${formatDuration(timeline.end.durationMs)}`;
  const attempt = timeline.attempts.at(-1);
  if (attempt === undefined) return "Looking for a tool";
  if (attempt.execute !== null)
    return attempt.execute.end === null ? `Attempt ${attempt.number} runs` : `Attempt ${attempt.number}: ${statusWord(attempt.execute.end.status)}`;
  if (attempt.packages !== null && attempt.packages.state !== "end") return "Loading packages";
  return `Writing code, attempt ${attempt.number}`;
}
