import type { JSX } from "react";
import type { MatchStep as Match } from "#state/timeline.ts";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** Whether the library had a tool for the task. */
export function MatchStep({ match }: { readonly match: Match }): JSX.Element {
  const best = match.candidates[0];
  const chosen = match.candidates.find((candidate) => candidate.id === match.chosen);
  return (
    <Step
      mark="ok"
      title="Looked for a tool"
      note={chosen === undefined ? "none fits" : `used ${chosen.name}`}
      meta={best === undefined ? null : best.score.toFixed(2)}
    >
      <p className={styles.paragraph}>{match.reason}</p>
      {match.candidates.length > 0 && (
        <ul className={styles.told}>
          {match.candidates.map((candidate) => (
            <li key={candidate.id}>
              {candidate.name} <span className={styles.place}>{candidate.score.toFixed(2)}</span>
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}
