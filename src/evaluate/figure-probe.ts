import type { DataFile } from "#domain/data-file.ts";
import type { AxesFacts } from "./evaluation-suite.ts";

/** Where the probe leaves its findings. */
const FACTS_FILE = "skep-figure-facts.json";

/**
 * Wraps a program so that what its figures hold is written into a file when it ends. Used on the final program only, in a run of its own:
 * the answer that a person sees is never the probed one.
 */
export function probeFigures(code: string): string {
  const modules = [...new Set([...code.matchAll(/^\s*(?:import|from)\s+([A-Za-z_]\w*)/gm)].map((match) => match[1] ?? ""))].filter(
    (name) => name !== "__future__",
  );
  return `import json
import matplotlib.figure
if False:
    import ${["json", ...modules].join(", ")}
_figures = []
_init = matplotlib.figure.Figure.__init__
def _record(self, *args, **options):
    _init(self, *args, **options)
    _figures.append(self)
matplotlib.figure.Figure.__init__ = _record
def _facts(axes):
    return {
        "title": axes.get_title(),
        "xlabel": axes.get_xlabel(),
        "ylabel": axes.get_ylabel(),
        "bars": [float(bar.get_height()) for container in axes.containers for bar in container if hasattr(bar, "get_height")],
        "xticks": [tick.get_text() for tick in axes.get_xticklabels()],
        "lines": [[[float(x), float(y)] for x, y in line.get_xydata()] for line in axes.get_lines()],
    }
def _keep():
    found = [_facts(axes) for figure in _figures for axes in figure.axes]
    with open(${JSON.stringify(FACTS_FILE)}, "w") as out:
        json.dump(found, out)
_show = matplotlib.figure.Figure.clear
def _clear(self, *args, **options):
    _keep()
    return _show(self, *args, **options)
matplotlib.figure.Figure.clear = matplotlib.figure.Figure.clf = _clear
try:
    exec(compile(${JSON.stringify(code)}, "main.py", "exec"), {"__name__": "__main__"})
finally:
    _keep()
`;
}

/** Reads the probe's findings; empty when there are none, or when the program wrote something else into the file. */
export function readFigureFacts(files: readonly DataFile[]): AxesFacts[] {
  const file = files.find((candidate) => candidate.path === FACTS_FILE);
  if (file === undefined) return [];
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(file.bytes).replace(/\bNaN\b|-?\bInfinity\b/g, "null"));
    return Array.isArray(value) ? value.filter(isAxes) : [];
  } catch {
    return [];
  }
}

function isAxes(value: unknown): value is AxesFacts {
  if (value === null || typeof value !== "object") return false;
  const axes = value as Record<string, unknown>;
  return (
    typeof axes.title === "string" &&
    typeof axes.xlabel === "string" &&
    typeof axes.ylabel === "string" &&
    [axes.bars, axes.xticks, axes.lines].every(Array.isArray)
  );
}
