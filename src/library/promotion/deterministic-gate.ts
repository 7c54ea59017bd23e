import type { Observed } from "#library/testing/observed.ts";
import { type Gate, judge } from "./gate.ts";

/** The same call gives the same twice: value, output, files, figures and exception. */
export const deterministicGate: Gate = {
  name: "deterministic",
  title: "The same call gives the same twice",
  needsRuns: true,
  judge: ({ runs }) => {
    const problems = runs.flatMap(([{ result, observed: first }, { observed: second }]) => {
      if (first === null || second === null) return [];
      const before = outputsOf(first);
      const after = outputsOf(second);
      const different = Object.keys(before).filter((name) => before[name] !== after[name]);
      return different.length === 0 ? [] : [`“${result.name}” gives another ${different.join(", ")} the second time.`];
    });
    return judge(problems, [`${runs.length} calls, each twice, gave the same`]);
  },
};

function outputsOf({ result, value, output, files, figures }: Observed): Readonly<Record<string, string | undefined>> {
  return {
    status: result.status,
    value: JSON.stringify(value),
    output,
    files: JSON.stringify(files.map(({ path, sha256 }) => [path, sha256]).sort()),
    figures: figures.join("\n"),
    exception: result.error === null ? "" : `${result.error.name}: ${result.error.message}`,
  };
}
