import { Badge } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { type JSX, type ReactNode, useRef } from "react";
import type { Attempt, Timeline as TimelineData } from "#state/timeline.ts";
import { DemoLabel } from "#view/parts/DemoLabel.tsx";
import { formatBytes, formatCount } from "#view/parts/format.ts";
import { useStickToEnd } from "#view/parts/use-stick-to-end.ts";
import { AgreementStep } from "./AgreementStep.tsx";
import { AttemptSteps } from "./AttemptSteps.tsx";
import { EndStep } from "./EndStep.tsx";
import { MatchStep } from "./MatchStep.tsx";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

export interface TimelineProps {
  readonly timeline: TimelineData;
  /** Whether the run goes on in this page. */
  readonly live: boolean;
  /** Beside the task's text. */
  readonly actions?: ReactNode;
  /** After the last step: a question, or a problem around the run. */
  readonly children?: ReactNode;
}

/** A run, step by step: the task, what was tried, and how it ended. */
export function Timeline({ timeline, live, actions, children }: TimelineProps): JSX.Element {
  const scroller = useRef<HTMLElement>(null);
  useStickToEnd(scroller, timeline, live);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} ref={scroller} aria-label="Timeline" tabIndex={0}>
      <div className={styles.column}>
        <header className={styles.task}>
          <h2 className={styles.words}>{timeline.task}</h2>
          <div className={styles.about}>
            {timeline.model?.demo === true && <DemoLabel />}
            {timeline.kind === "code" && (
              <Badge tt="none" fw={500}>
                Your code
              </Badge>
            )}
            {timeline.loop === "code-agent" && (
              <Badge tt="none" fw={500}>
                CodeAgent, {formatCount(timeline.attemptLimit, "step")} at most
              </Badge>
            )}
            {timeline.files.map((file) => (
              <span key={file.path} className={styles.file}>
                <IconFile className={styles.fixed} size={14} aria-hidden />
                <span className={styles.name} title={file.path}>
                  {file.path}
                </span>
                <span className={`${styles.place} ${styles.fixed}`}>{formatBytes(file.size)}</span>
              </span>
            ))}
            {actions}
          </div>
        </header>
        <ol className={styles.steps} aria-label="Steps">
          {timeline.match === null && timeline.choice !== null && live && <Step mark="running" title="Choosing a tool" />}
          {timeline.match !== null && <MatchStep match={timeline.match} choice={timeline.choice} named={timeline.kind === "code"} />}
          {timeline.attempts.map((attempt, index) => (
            <AttemptSteps
              key={attempt.number}
              attempt={attempt}
              next={repairAfter(timeline, index)}
              live={live}
              noun={timeline.loop === "skep" ? "Attempt" : "Step"}
            />
          ))}
          {timeline.agreement !== null && <AgreementStep agreement={timeline.agreement} />}
          {timeline.network.map((ask) => (
            <Step
              key={ask.number}
              mark={ask.granted === null ? "warning" : ask.granted ? "ok" : "refused"}
              title={ask.granted === null ? "Asks for the network" : ask.granted ? "Network granted" : "Network refused"}
              note={ask.outcome === null ? ask.host : `${ask.host}: ${ask.outcome}`}
            />
          ))}
          {!live && <EndStep timeline={timeline} />}
        </ol>
        {children}
      </div>
    </section>
  );
}

/** The attempt that an attempt led to; one more candidate beside it is none. */
function repairAfter(timeline: TimelineData, index: number): Attempt | null {
  const next = timeline.attempts[index + 1];
  return next === undefined || next.repair === null ? null : next;
}
