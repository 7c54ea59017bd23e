import { type JSX, lazy, Suspense } from "react";
import { unreachable } from "#domain/unreachable.ts";
import type { Attempt, ExecuteStep } from "#state/timeline.ts";
import { Code } from "#view/code/Code.tsx";
import { firstLine, formatCount, formatDuration } from "#view/parts/format.ts";
import type { Mark } from "#view/parts/StatusMark.tsx";
import { CheckStep } from "./CheckStep.tsx";
import { ErrorView } from "./ErrorView.tsx";
import { Findings } from "./Findings.tsx";
import { GenerateStep } from "./GenerateStep.tsx";
import { ObserveStep } from "./ObserveStep.tsx";
import { OutputText } from "./OutputText.tsx";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

const Diff = lazy(() => import("#view/code/Diff.tsx").then((module) => ({ default: module.Diff })));

export interface AttemptStepsProps {
  readonly attempt: Attempt;
  /** The one after it, when this one led to it as a repair. */
  readonly next: Attempt | null;
  /** Whether the run goes on. */
  readonly live: boolean;
  /** What an attempt is called: one of several tries, or a step of CodeAgent's loop. */
  readonly noun?: "Attempt" | "Step";
}

/** The lines of one attempt: what was written, checked, loaded and run, and what was told next. */
export function AttemptSteps({ attempt, next, live, noun = "Attempt" }: AttemptStepsProps): JSX.Element {
  const { generate, check, approval, packages, execute, doubts, observation } = attempt;
  const own = `${noun.toLowerCase()} ${attempt.number}`;
  const failedUnrun = execute === null && (check?.passed === false || generate?.end?.fault != null);
  return (
    <>
      {generate !== null && <GenerateStep of={own} step={generate} code={check?.code ?? null} live={live} />}
      {check !== null && (!check.passed || check.findings.length > 0) && <CheckStep of={own} check={check} />}
      {approval !== null && (
        <Step
          mark={approval.approved === null ? "warning" : approval.approved ? "ok" : "refused"}
          title={approval.approved === null ? "Waits for your answer" : approval.approved ? "You let it run" : "You did not let it run"}
          note={approval.question}
        />
      )}
      {packages !== null && (
        <Step
          mark={packages.state === "error" ? "error" : packages.state === "end" ? "ok" : live ? "running" : "interrupted"}
          title={packages.state === "end" ? "Loaded packages" : packages.state === "error" ? "Packages not loaded" : "Loading packages"}
          note={packages.state === "end" ? packages.names.join(", ") : packages.message || packages.names.join(", ")}
          meta={packages.durationMs === null ? null : formatDuration(packages.durationMs)}
        />
      )}
      {execute !== null && (
        <Step
          mark={executeMark(execute, live)}
          title={executeTitle(`${noun} ${attempt.number}`, execute, live)}
          note={executeNote(execute)}
          meta={execute.end === null ? null : formatDuration(execute.end.durationMs)}
          open={execute.end !== null && execute.end.status !== "ok"}
        >
          <ExecuteBody attempt={attempt} execute={execute} next={next} />
        </Step>
      )}
      {doubts.length > 0 && (
        <Step mark="warning" of={own} title="May not fit the task" note={doubts[0]?.message}>
          <Findings findings={doubts} />
        </Step>
      )}
      {observation !== null && <ObserveStep observation={observation} number={attempt.number} />}
      {failedUnrun && next !== null && (
        <Step mark="none" of={own} title="Asked again" note={next.repair?.reason} open>
          <NextBody attempt={attempt} next={next} />
        </Step>
      )}
    </>
  );
}

/** Of a failure first what went wrong and what it led to; the code itself, which the diff shows, is folded. */
function ExecuteBody({ attempt, execute, next }: { readonly attempt: Attempt; readonly execute: ExecuteStep; readonly next: Attempt | null }): JSX.Element {
  const error = execute.end?.error ?? null;
  const code = <Code code={execute.code} label={`Code of attempt ${attempt.number}`} line={error?.frames.at(-1)?.line ?? null} />;
  return (
    <>
      {error !== null && <ErrorView error={error} />}
      {next !== null && <NextBody attempt={attempt} next={next} />}
      {next === null ? (
        code
      ) : (
        <details className={styles.more}>
          <summary>Code of attempt {attempt.number}</summary>
          {code}
        </details>
      )}
      {execute.output.length > 0 && (
        <details className={styles.more}>
          <summary>Output of attempt {attempt.number}</summary>
          <div className={styles.clip}>
            <OutputText output={execute.output} />
          </div>
        </details>
      )}
    </>
  );
}

function NextBody({ attempt, next }: { readonly attempt: Attempt; readonly next: Attempt }): JSX.Element {
  const before = codeOf(attempt);
  const after = codeOf(next);
  return (
    <>
      {next.repair !== null && (
        <section aria-label="What was told next">
          <h3 className={styles.heading}>What was told next</h3>
          <ul className={styles.told}>
            {next.repair.constraints.map((constraint) => (
              <li key={constraint}>{constraint}</li>
            ))}
            {next.repair.constraints.length === 0 && <li>{next.repair.reason}</li>}
          </ul>
        </section>
      )}
      {before !== null && after !== null && (
        <section aria-label={`Changes in attempt ${next.number}`}>
          <h3 className={styles.heading}>Changes in attempt {next.number}</h3>
          {before === after ? (
            <p className={styles.paragraph}>None: the program is the same.</p>
          ) : (
            <Suspense fallback={<Code code={after} label={`Code of attempt ${next.number}`} />}>
              <Diff before={before} after={after} label={`Changes from attempt ${attempt.number} to ${next.number}`} />
            </Suspense>
          )}
        </section>
      )}
    </>
  );
}

function codeOf(attempt: Attempt): string | null {
  return attempt.execute?.code ?? attempt.check?.code ?? null;
}

function executeMark(execute: ExecuteStep, live: boolean): Mark {
  return execute.end?.status ?? (live ? "running" : "interrupted");
}

function executeTitle(name: string, execute: ExecuteStep, live: boolean): string {
  if (execute.end === null) return live ? `${name} runs` : `${name} was cut off`;
  switch (execute.end.status) {
    case "ok":
      return `${name} ok`;
    case "error":
      return `${name} failed`;
    case "timeout":
      return `${name} timed out`;
    case "aborted":
      return `${name} stopped`;
    case "refused":
      return `${name} refused`;
    default:
      return unreachable(execute.end.status);
  }
}

function executeNote(execute: ExecuteStep): string {
  const end = execute.end;
  if (end === null) return `limit ${formatDuration(execute.timeoutMs)}`;
  if (end.error !== null) return `${end.error.name}${end.error.message === "" ? "" : `: ${firstLine(end.error.message)}`}`;
  if (end.status !== "ok") return end.limit === null ? "" : `limit: ${end.limit.name}`;
  const changed = end.files.filter((file) => file.change !== "deleted").length;
  const parts = [
    execute.displays.length > 0 ? formatCount(execute.displays.length, "display") : "",
    changed > 0 ? formatCount(changed, "file") : "",
    end.limit === null ? "" : `cut at the ${end.limit.name} limit`,
  ];
  return parts.filter(Boolean).join(", ");
}
