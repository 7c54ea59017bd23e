import { type JSX, useRef } from "react";
import type { Attempt } from "#state/timeline.ts";
import { Notice } from "#view/parts/Notice.tsx";
import { useStickToEnd } from "#view/parts/use-stick-to-end.ts";
import type { Shown } from "./collect-results.ts";
import { ErrorView } from "./ErrorView.tsx";
import { Nothing } from "./Nothing.tsx";
import { OutputText } from "./OutputText.tsx";
import styles from "./ResultTabs.module.css";
import { ShownView } from "./ShownView.tsx";

export interface OutputTabProps {
  readonly attempt: Attempt | null;
  readonly shown: readonly Shown[];
  readonly live: boolean;
  /** Whether the run, or the attempt's program, has ended. */
  readonly ended: boolean;
}

/** All of a result in one place: text as it comes, then what was shown, then what went wrong. */
export function OutputTab({ attempt, shown, live, ended }: OutputTabProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  useStickToEnd(scroller, attempt?.execute?.output, live);
  const execute = attempt?.execute ?? null;
  const end = execute?.end ?? null;
  const empty = execute === null || (execute.output.length === 0 && shown.length === 0 && end?.error == null);
  return (
    <div className={styles.panel} ref={scroller}>
      {execute !== null && <OutputText output={execute.output} live={live} />}
      {shown.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: results are only appended
        <ShownView key={index} shown={item} label={`Table ${index + 1}`} />
      ))}
      {end?.error != null && <ErrorView error={end.error} />}
      {end?.limit != null && (
        <Notice tone="warn" title={`The ${end.limit.name} limit was reached.`}>
          {end.limit.kept === null ? "" : `Kept: ${end.limit.kept}. `}Limits are set in Settings.
        </Notice>
      )}
      {empty && (
        <Nothing
          live={live}
          ended={ended}
          what="The program's output appears here."
          done={execute === null ? "No program ran, so nothing was printed." : "The program printed nothing."}
        />
      )}
    </div>
  );
}
