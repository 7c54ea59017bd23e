import type { JSX } from "react";
import type { Attempt } from "#state/timeline.ts";
import { firstLine, formatCount } from "#view/parts/format.ts";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** What the model is told of a step of CodeAgent's loop: its observation and its error, or that it gave the answer. */
export function ObserveStep({ observation, number }: { readonly observation: NonNullable<Attempt["observation"]>; readonly number: number }): JSX.Element {
  const { observation: text, error, finalAnswer } = observation;
  const whole = [text, error?.message].filter((part) => part != null && part !== "").join("\n");
  return (
    <Step
      of={`step ${number}`}
      mark={error !== null ? "error" : finalAnswer ? "ok" : "none"}
      title={error !== null ? error.type : finalAnswer ? "Final answer" : "Observation"}
      note={error !== null ? firstLine(error.message, 160) : finalAnswer ? lastOutput(text ?? "") : formatCount(whole.length, "character")}
    >
      {whole === "" ? null : (
        <section aria-label={`Observation of step ${number}`}>
          <pre className={styles.pre}>{whole}</pre>
        </section>
      )}
    </Step>
  );
}

const LAST = "Last output from code snippet:\n";

function lastOutput(text: string): string {
  return firstLine(text.slice(text.lastIndexOf(LAST) + LAST.length), 160);
}
