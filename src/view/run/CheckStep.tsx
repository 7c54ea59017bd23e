import type { JSX } from "react";
import type { Attempt } from "#state/timeline.ts";
import { formatCount } from "#view/parts/format.ts";
import { Findings } from "./Findings.tsx";
import { Step } from "./Step.tsx";

/** What was found in the code before it ran. */
export function CheckStep({ of, check }: { readonly of: string; readonly check: NonNullable<Attempt["check"]> }): JSX.Element {
  const first = check.findings[0];
  return (
    <Step
      mark={check.passed ? "warning" : "error"}
      of={of}
      title={check.passed ? "Checked code" : "Check failed"}
      note={check.passed ? formatCount(check.findings.length, "warning") : first?.message}
      open={!check.passed}
    >
      {check.findings.length === 0 ? null : <Findings findings={check.findings} />}
    </Step>
  );
}
