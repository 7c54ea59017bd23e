import type { CodeCheck } from "#check/code-check.ts";
import { programNames } from "#check/python/name-scopes.ts";
import { calledName } from "#check/python/program-facts.ts";
import { positionOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** Finds `input()` and reads of `sys.stdin`: nobody is there to answer. */
export const checkInputCall: CodeCheck = (python) => {
  const findings: CheckFinding[] = [];
  const own = programNames(python).bound;
  python.tree.iterate({
    enter(node) {
      if (node.name !== "CallExpression") return;
      const name = calledName(python, node.node);
      const asks =
        (name === "input" && !own.includes("input")) || (name !== null && /^(?:sys\.stdin\.(?:read|readline|readlines)|getpass\.getpass)$/.test(name));
      if (!asks) return;
      findings.push({
        check: "input-call",
        severity: "error",
        message: `${name}() waits for a person, and nobody can answer`,
        fix: "Do not ask for input: put the values of the task into variables.",
        ...positionOf(python.code, node.from),
      });
    },
  });
  return findings;
};
