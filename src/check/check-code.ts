import type { CheckFinding } from "#domain/agent-event.ts";
import { checkBlockingCall } from "./blocking-call.ts";
import type { CheckPlace, CodeCheck } from "./code-check.ts";
import { checkDeprecatedApi } from "./deprecated-api.ts";
import { checkElidedBody } from "./elided-body.ts";
import { checkForbiddenImport } from "./forbidden-import.ts";
import { checkInputCall } from "./input-call.ts";
import { checkMissingOutput } from "./missing-output.ts";
import { parsePython } from "./python-tree.ts";
import { checkUndefinedName } from "./undefined-name.ts";

const CHECKS: readonly CodeCheck[] = [
  checkElidedBody,
  checkForbiddenImport,
  checkInputCall,
  checkBlockingCall,
  checkUndefinedName,
  checkDeprecatedApi,
  checkMissingOutput,
];

/**
 * Runs every static check on a program that compiles. Syntax itself is the executor's to judge: see `syntaxFinding`.
 * @returns findings in the order of the code, those without a place last; an `error` means that the program may not run
 */
export function checkCode(code: string, place: CheckPlace): CheckFinding[] {
  const python = parsePython(code);
  const findings = CHECKS.flatMap((check) => check(python, place));
  return findings.sort((a, b) => (a.line ?? Number.POSITIVE_INFINITY) - (b.line ?? Number.POSITIVE_INFINITY) || (a.column ?? 0) - (b.column ?? 0));
}
