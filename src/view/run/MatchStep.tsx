import type { JSX } from "react";
import type { GenerateStep, MatchStep as Match } from "#state/timeline.ts";
import { formatCount } from "#view/parts/format.ts";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** Whether the library had a tool for the task; or the tool that a person called by its name. */
export function MatchStep({ match, choice, named }: { readonly match: Match; readonly choice: GenerateStep | null; readonly named: boolean }): JSX.Element {
  const best = match.candidates[0];
  const chosen = match.candidates.find((candidate) => candidate.id === match.chosen);
  return (
    <Step
      mark="ok"
      title={named ? "Called a tool" : "Looked for a tool"}
      note={chosen === undefined ? "none fits" : named ? chosen.name : `used ${chosen.name}`}
      meta={best === undefined || named ? null : best.score.toFixed(2)}
    >
      <p className={styles.paragraph}>{match.reason}</p>
      {!named && match.candidates.length > 0 && (
        <ul className={styles.told}>
          {match.candidates.map((candidate) => (
            <li key={candidate.id}>
              {candidate.name} <span className={styles.place}>{candidate.score.toFixed(2)}</span>
            </li>
          ))}
        </ul>
      )}
      {choice !== null && (
        <details className={styles.more}>
          <summary>What the model was asked{choice.end === null ? "" : `, ${formatCount(choice.end.usage.completionTokens, "token")} of answer`}</summary>
          <pre className={styles.pre}>{choice.messages.at(-1)?.content}</pre>
          <pre className={styles.pre}>{choice.text}</pre>
        </details>
      )}
    </Step>
  );
}
