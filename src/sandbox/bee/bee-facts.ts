import * as v from "valibot";
import type { EnvironmentFacts } from "../port.ts";

const FactsSchema = v.object({ python: v.string(), packages: v.record(v.string(), v.string()), imports: v.record(v.string(), v.string()) });

/** A program that prints Python's version, the installed packages and their import names as one line of JSON. */
export function factsProgram(): string {
  return [
    "import importlib.metadata, json, platform",
    "packages = {item.metadata['Name'].lower(): item.version for item in importlib.metadata.distributions() if item.metadata['Name']}",
    "imports = {name: found[0].lower() for name, found in importlib.metadata.packages_distributions().items() if not name.startswith('_')}",
    "print(json.dumps({'python': platform.python_version(), 'packages': packages, 'imports': imports}))",
    "",
  ].join("\n");
}

/** @returns null when the text is not what the program prints */
export function readFacts(stdout: string): EnvironmentFacts | null {
  try {
    const parsed = v.safeParse(FactsSchema, JSON.parse(stdout));
    return parsed.success ? { executor: "bee", ...parsed.output } : null;
  } catch {
    return null;
  }
}
