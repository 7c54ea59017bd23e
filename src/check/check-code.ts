import { parsePython } from "#check/python/python-tree.ts";
import { checkBlockingCall } from "#check/static/blocking-call.ts";
import { checkDeprecatedApi } from "#check/static/deprecated-api.ts";
import { checkElidedBody } from "#check/static/elided-body.ts";
import { checkForbiddenImport } from "#check/static/forbidden-import.ts";
import { checkInputCall } from "#check/static/input-call.ts";
import { checkMissingOutput } from "#check/static/missing-output.ts";
import { checkUndefinedName } from "#check/static/undefined-name.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import type { CheckPlace, CodeCheck } from "./code-check.ts";

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
