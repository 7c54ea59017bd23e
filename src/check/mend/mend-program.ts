import { parsePython } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { mendColumnName } from "./column-name.ts";
import { mendDecimalNumber } from "./decimal-number.ts";
import type { Edit, Mend, MendFailure } from "./mend.ts";
import { mendModuleOrClass } from "./module-or-class.ts";
import { mendOnePass } from "./one-pass.ts";
import { mendTableFormat } from "./table-format.ts";
import { mendTextArithmetic } from "./text-arithmetic.ts";
import { mendTextConcatenation } from "./text-concatenation.ts";
import { mendUnboundGlobal } from "./unbound-global.ts";
import { mendUnreadHeading } from "./unread-heading.ts";

const MENDS: readonly Mend[] = [
  mendTableFormat,
  mendColumnName,
  mendUnreadHeading,
  mendTextArithmetic,
  mendOnePass,
  mendTextConcatenation,
  mendUnboundGlobal,
  mendDecimalNumber,
  mendModuleOrClass,
];

export interface MendedProgram {
  readonly code: string;
  readonly finding: CheckFinding;
}

/**
 * Corrects a program that failed, without a model: failures whose correction has one answer only, such as a heading that was read as
 * data. The first mend that applies is taken.
 * @returns null when none does
 */
export function mendProgram(code: string, failure: MendFailure): MendedProgram | null {
  const python = parsePython(code);
  if (python.broken) return null;
  for (const mend of MENDS) {
    const found = mend(python, failure);
    if (found === null) continue;
    const mended = applyEdits(code, found.edits);
    if (mended === code || parsePython(mended).broken) continue;
    const { message, fix } = found;
    return { code: mended, finding: { check: "mended", severity: "warning", message, fix, line: failure.line, column: null } };
  }
  return null;
}

/** Edits at the same place keep their order. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  const ordered = edits.map((edit, at) => ({ ...edit, at })).sort((a, b) => b.from - a.from || b.at - a.at);
  return ordered.reduce((text, { from, to, text: now }) => `${text.slice(0, from)}${now}${text.slice(to)}`, code);
}
