import type { JSX } from "react";
import type { Attempt } from "#state/timeline.ts";
import { formatCount } from "#view/parts/format.ts";
import { StatusMark } from "#view/parts/StatusMark.tsx";
import { Step } from "./Step.tsx";
import styles from "./Timeline.module.css";

/** What was found in the code before it ran. */
export function CheckStep({ check }: { readonly check: NonNullable<Attempt["check"]> }): JSX.Element {
  const first = check.findings[0];
  return (
    <Step
      mark={check.passed ? "warning" : "error"}
      title={check.passed ? "Checked code" : "Check failed"}
      note={check.passed ? formatCount(check.findings.length, "warning") : first?.message}
      open={!check.passed}
    >
      {check.findings.length === 0 ? null : (
        <ul className={styles.findings}>
          {check.findings.map((finding) => (
            <li key={`${finding.check} ${finding.line} ${finding.message}`}>
              <StatusMark mark={finding.severity === "error" ? "error" : "warning"} quiet />
              <div>
                {finding.message}
                {finding.line !== null && <span className={styles.place}> line {finding.line}</span>}
                {finding.fix !== "" && <div className={styles.place}>{finding.fix}</div>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}
