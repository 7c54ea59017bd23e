import type { JSX } from "react";
import type { CheckFinding } from "#domain/agent-event.ts";
import { StatusMark } from "#view/parts/StatusMark.tsx";
import styles from "./Timeline.module.css";

/** Findings one by one, each with its place and its fix. */
export function Findings({ findings }: { readonly findings: readonly CheckFinding[] }): JSX.Element {
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
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
  );
}
