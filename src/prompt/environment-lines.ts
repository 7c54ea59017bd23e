import type { ModelClass } from "./model-class.ts";

const FIGURES = /\b(?:plot|chart|graph|figure|draw|histogram|diagram|scatter|heat ?map|visuali[sz]e|curve|bar|pie)/i;
const PACKAGES = /\b(?:numpy|pandas|scipy|matplotlib|dataframe|matrix|array|package|library|import)/i;

/** What a task says that it does without is no reason to speak of it. */
const NEGATED = /\b(?:without|(?:do not|don't|must not|never|not) (?:use|using|import|importing)|instead of|no)\b[^.;:,\n]*/gi;

/** What a line of an executor's description is about. */
const TOPICS = [
  { topic: "figures", line: /\b(?:figure|plot|matplotlib|plt\.)/i },
  { topic: "files", line: /\b(?:file|director|folder|path)/i },
  { topic: "packages", line: /\b(?:package|install|numpy|pandas)/i },
] as const;

/** Packages that a program is written with. The others that are installed are there for these. */
const WRITTEN_WITH =
  /^(?:numpy|pandas|matplotlib|scipy|sympy|scikit-learn|statsmodels|seaborn|networkx|pillow|polars|pyarrow|openpyxl|beautifulsoup4|lxml|requests|pyyaml|plotly|altair|shapely|duckdb)$/i;

/**
 * Chooses what a model of this size is told of the place where its program runs: large ones all, medium ones what the task touches, small
 * ones nothing. Half a billion parameters take a list of packages for a list of imports, and a line on figures for a part of the task;
 * what is not there is told when a program misses it, and a figure is shown without being asked.
 * @param lines an executor's own description, one fact each
 */
export function environmentLines(lines: readonly string[], model: ModelClass, task: string, hasFiles: boolean): string[] {
  if (model === "large") return [...lines];
  if (model !== "medium") return [];
  const words = task.replace(NEGATED, "");
  const wanted = new Set([
    ...(FIGURES.test(words) ? ["figures"] : []),
    ...(hasFiles ? ["files"] : []),
    ...(PACKAGES.test(words) || hasFiles ? ["packages"] : []),
  ]);
  return lines.filter((line) => TOPICS.some(({ topic, line: about }) => about.test(line) && wanted.has(topic))).flatMap(shortened);
}

/** Of all that is installed what programs are written with: a long list makes smaller models import from it. */
function shortened(line: string): string[] {
  const packages = /^Packages: (.*)$/i.exec(line)?.[1];
  if (packages === undefined) return [line];
  const known = packages
    .replace(/\.$/, "")
    .split(/,\s*|\.\s/)
    .filter((name) => WRITTEN_WITH.test(name.split(" ")[0] ?? ""));
  return known.length === 0 ? [] : [`Packages: ${known.join(", ")}.`];
}
