import type { CheckFinding } from "#domain/agent-event.ts";

/** What findings of this folder are called: the program may be right all the same. */
const PREFIX = "asked-";

/** A finding about what a task's words ask for: a reason to look again, never one to refuse an answer. */
export function doubt(check: string, message: string, fix: string): CheckFinding {
  return { check: `${PREFIX}${check}`, severity: "warning", message, fix, line: null, column: null };
}

/** Whether a finding says that a program or its answer does not look like what the task asks for. */
export function isDoubt({ check }: CheckFinding): boolean {
  return check.startsWith(PREFIX);
}

/** Whether a finding speaks against the answer itself, and not only against the means by which it was found. */
export function doubtsAnswer(finding: CheckFinding): boolean {
  return isDoubt(finding) && finding.check !== `${PREFIX}means`;
}
