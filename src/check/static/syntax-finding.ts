import type { CheckFinding } from "#domain/agent-event.ts";

/** How to mend the usual syntax errors, by a part of Python's message. */
const FIXES: readonly (readonly [RegExp, string])[] = [
  [/was never closed/, "Close every bracket that you open."],
  [/unterminated (?:triple-quoted )?(?:f-)?string/, "Close every string with the quote that opened it."],
  [/expected an indented block/, "Write the body of every function, loop and condition."],
  [/unexpected indent|unindent does not match|inconsistent use of tabs/, "Indent every block with four spaces."],
  [/Missing parentheses in call to 'print'/, "Write print with parentheses: print(...)."],
  [/leading zeros in decimal/, "Write whole numbers without leading zeros: 5, not 05."],
  [/invalid decimal literal/, "Names cannot start with a digit, and numbers take no unit."],
  [/cannot assign to|Maybe you meant '=='/, "Compare with ==, assign with = to a name."],
  [/invalid non-printable|invalid character/, "Use plain ASCII quotes and operators."],
  [/'return' outside function/, "Use return inside a function only; print the result instead."],
  [/'await' outside/, "Use await inside an async function only."],
  [/f-string/, "Keep the expression in an f-string simple: compute it into a variable first."],
];

/** The finding for a program that does not compile. Line and column are 1-based. */
export function syntaxFinding(error: { readonly message: string; readonly line: number; readonly column: number }): CheckFinding {
  const fix = FIXES.find(([pattern]) => pattern.test(error.message))?.[1] ?? `Correct line ${error.line}; write plain Python 3.`;
  return { check: "syntax", severity: "error", message: error.message, fix, line: error.line, column: error.column };
}
