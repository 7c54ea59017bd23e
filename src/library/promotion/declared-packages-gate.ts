import { type Gate, judge } from "./gate.ts";

/** What the code imports is in Python itself, or a package that the snippet declares and this machine has. */
export const declaredPackagesGate: Gate = {
  name: "declared-packages",
  title: "It imports declared packages only",
  needsRuns: false,
  judge: ({ snippet, inspection: { imports }, facts }) => {
    const declared = new Set(snippet.packages.map(normalised));
    const here = new Map(Object.entries(facts.packages).map(([name, version]) => [normalised(name), version]));
    const problems: string[] = [];
    const used = new Set<string>();
    for (const { module, standard, line } of imports) {
      if (standard) continue;
      const distribution = normalised(facts.imports[module] ?? module);
      used.add(distribution);
      if (!declared.has(distribution)) problems.push(`Line ${line}: ${module} is of the package ${distribution}, which is not declared.`);
    }
    for (const name of declared)
      if (!here.has(name)) problems.push(`The package ${name} is not on this machine, so that nothing can be said of the tool here.`);
    const unused = [...declared].filter((name) => !used.has(name));
    const seen = [...used].map((name) => `${name} ${here.get(name) ?? ""}`.trim());
    return judge(problems, [
      seen.length === 0 ? "Python's standard library only" : seen.join(", "),
      ...unused.map((name) => `${name} is declared and not imported`),
    ]);
  },
};

/** A distribution's one name among its spellings. */
function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}
