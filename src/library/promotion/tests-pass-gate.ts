import type { SnippetTestResult } from "#domain/snippet-test.ts";
import { type Gate, judge } from "./gate.ts";

/** There are tests, with names of their own, and every one passes in a fresh interpreter. */
export const testsPassGate: Gate = {
  name: "tests-pass",
  title: "All its tests pass in a fresh interpreter",
  needsRuns: true,
  judge: ({ snippet, runs }) => {
    if (snippet.tests.length === 0) return judge(["It has no test. Record one from the run that worked, or write one."]);
    const names = snippet.tests.map(({ name }) => name);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    const problems = [
      ...twice.map((name) => `Two tests are called “${name}”.`),
      ...runs.flatMap(([{ result }]) => (result.verdict === "pass" ? [] : [`“${result.name}” ${failure(result)}`])),
    ];
    return judge(problems, [`${runs.length} of ${runs.length} pass`]);
  },
};

function failure({ verdict, mismatches, message }: SnippetTestResult): string {
  if (verdict === "broken") return `could not be run: ${message ?? "nobody knows why"}`;
  const [first] = mismatches;
  return first === undefined ? "fails." : `fails: ${first.what} is ${first.actual.slice(0, 200)}, not ${first.expected.slice(0, 200)}`;
}
