import { type JSX, useState } from "react";
import type { GenerateStep as Generate } from "#state/timeline.ts";
import { Code } from "#view/code/Code.tsx";
import { formatCount, formatDuration, formatRate } from "#view/parts/format.ts";
import { FaultNotice } from "#view/parts/Notice.tsx";
import { useElapsed } from "#view/parts/use-elapsed.ts";
import { LiveText } from "./LiveText.tsx";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";
import { writingOutcome } from "./writing-outcome.ts";

export interface GenerateStepProps {
  /** The attempt that it belongs to, such as `attempt 1`; absent where nothing else is written. */
  readonly of?: string;
  readonly step: Generate;
  /** The program found in the reply, or null. */
  readonly code: string | null;
  readonly live: boolean;
}

/** The model writes, streamed; then what it wrote. */
export function GenerateStep({ of, step, code, live }: GenerateStepProps): JSX.Element {
  const { end } = step;
  const streaming = end === null && live;
  const [since] = useState(() => Date.now());
  const elapsed = useElapsed(streaming ? since : null);
  return (
    <Step
      {...writingOutcome(step, live)}
      of={of}
      note={end?.finish === "length" ? "cut at the token limit" : streaming ? formatCount(step.text.length, "character") : ""}
      meta={streaming ? formatDuration(elapsed) : end === null ? null : endMeta(end)}
      open={streaming || end?.fault != null}
    >
      {end?.fault != null && <FaultNotice fault={end.fault} />}
      {streaming && <LiveText text={step.text} label="Reply so far" />}
      {!streaming && (step.text !== "" || end?.fault == null) && <Reply text={step.text} code={code} />}
      <details className={styles.more}>
        <summary>Prompt, temperature {step.temperature}</summary>
        {step.messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is its place
          <section key={index} aria-label={`Message from ${message.role}`}>
            <h3 className={styles.heading}>{message.role}</h3>
            <pre className={styles.pre}>{message.content}</pre>
          </section>
        ))}
      </details>
    </Step>
  );
}

/** The program where one was found; the words of the reply where none was, or around it. */
function Reply({ text, code }: { readonly text: string; readonly code: string | null }): JSX.Element {
  if (code === null) return <pre className={styles.pre}>{text === "" ? "(an empty reply)" : text}</pre>;
  return (
    <>
      <Code code={code} label="Code that the model wrote" />
      {text.trim() !== code.trim() && (
        <details className={styles.more}>
          <summary>Whole reply</summary>
          <pre className={styles.pre}>{text}</pre>
        </details>
      )}
    </>
  );
}

function endMeta(end: NonNullable<Generate["end"]>): string {
  const parts = [formatDuration(end.durationMs)];
  // Recorded replies, and servers that do not count, tell none.
  if (end.usage.completionTokens > 0) parts.unshift(formatCount(end.usage.completionTokens, "token"));
  if (end.usage.decodeRate !== null) parts.push(formatRate(end.usage.decodeRate));
  return parts.join(", ");
}
