import type { JSX } from "react";
import type { Timeline } from "#state/timeline.ts";
import { firstLine, formatCount } from "#view/parts/format.ts";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** Under this share of the votes an answer is doubtful; so is one that a single program gave where others gave another. */
const DOUBTFUL_BELOW = 0.6;

/** Several programs answered: which answer counts, how sure that is, and what the others said. */
export function AgreementStep({ agreement }: { readonly agreement: NonNullable<Timeline["agreement"]> }): JSX.Element {
  const { answers, chosen, confidence, reason } = agreement;
  const rivals = answers.slice(1);
  const alone = rivals.length > 0 && answers[0]?.attempts.length === 1;
  const doubtful = alone || confidence < DOUBTFUL_BELOW;
  return (
    <Step
      mark={doubtful ? "warning" : "ok"}
      title={doubtful ? "Answers differ" : "Answers agree"}
      note={`attempt ${chosen} counts${rivals.length === 0 ? "" : `, ${formatCount(rivals.length, "rival answer")}`}`}
      meta={`${Math.round(confidence * 100)} %`}
      open={doubtful}
    >
      <p className={styles.paragraph}>{reason}</p>
      <ul className={styles.told}>
        {answers.map((answer) => (
          <li key={answer.attempts.join()}>
            <code>{firstLine(answer.text, 120) || "(nothing)"}</code>{" "}
            <span className={styles.place}>
              {answer.attempts.length === 1 ? "attempt" : "attempts"} {answer.attempts.join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </Step>
  );
}
