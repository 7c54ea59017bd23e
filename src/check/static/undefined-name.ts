import type { CodeCheck } from "#check/code-check.ts";
import { programNames } from "#check/python/name-scopes.ts";
import { positionOf } from "#check/python/python-tree.ts";
import { importFor } from "#check/python/usual-imports.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** Finds names that are used but bound nowhere. Says nothing when names may come from elsewhere, or when the code is beyond the grammar. */
export const checkUndefinedName: CodeCheck = (python, { defined = [] }) => {
  if (python.broken) return [];
  const names = programNames(python);
  if (names.dynamic) return [];
  const seen = new Set<string>();
  const findings: CheckFinding[] = [];
  for (const use of names.unresolved) {
    if (seen.has(use.name) || defined.includes(use.name)) continue;
    seen.add(use.name);
    const statement = importFor(use.name);
    findings.push({
      check: "undefined-name",
      severity: "error",
      message: `name '${use.name}' is not defined`,
      fix: statement === null ? `Define ${use.name} before it is used.` : `Add \`${statement}\` at the top.`,
      ...positionOf(python.code, use.from),
    });
  }
  return findings;
};
