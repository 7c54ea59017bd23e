import type { CodeCheck } from "#check/code-check.ts";
import { programFacts } from "#check/python/program-facts.ts";

/** Warns when nothing would be seen of a run: no output, no last value, no figure, no file. A warning only: the run is the proof. */
export const checkMissingOutput: CodeCheck = (python) => {
  const facts = programFacts(python.code);
  if (facts.shows || python.broken) return [];
  const functions = /^def\s+(\w+)/m.exec(python.code)?.[1];
  return [
    {
      check: "missing-output",
      severity: "warning",
      message: "the program shows nothing: it prints, draws and writes nothing",
      fix: functions === undefined ? "Print the result with print(...)." : `Call ${functions} with the values of the task and print the result.`,
      line: null,
      column: null,
    },
  ];
};
