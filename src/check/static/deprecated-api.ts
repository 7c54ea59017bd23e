import type { SyntaxNode } from "@lezer/common";
import type { CheckPlace, CodeCheck } from "#check/code-check.ts";
import { importAliases } from "#check/python/import-aliases.ts";
import { childrenOf, dottedName, type PythonTree, positionOf, textOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

interface Change {
  readonly distribution: "numpy" | "pandas" | "matplotlib";
  /** First major version without it. */
  readonly since: number;
  readonly fix: string;
}

/** Names that are gone, by their full dotted name. */
const GONE_NAMES: Readonly<Record<string, Change>> = {
  ...Object.fromEntries(
    ["int", "float", "complex", "object", "str"].map((name) => [
      `numpy.${name}`,
      { distribution: "numpy", since: 2, fix: `Write ${name} instead of np.${name}.` },
    ]),
  ),
  "numpy.float_": { distribution: "numpy", since: 2, fix: "Write np.float64 instead of np.float_." },
  "numpy.NaN": { distribution: "numpy", since: 2, fix: "Write np.nan instead of np.NaN." },
  "numpy.Inf": { distribution: "numpy", since: 2, fix: "Write np.inf instead of np.Inf." },
  "numpy.infty": { distribution: "numpy", since: 2, fix: "Write np.inf instead of np.infty." },
  "numpy.product": { distribution: "numpy", since: 2, fix: "Write np.prod instead of np.product." },
  "numpy.cumproduct": { distribution: "numpy", since: 2, fix: "Write np.cumprod instead of np.cumproduct." },
  "numpy.sometrue": { distribution: "numpy", since: 2, fix: "Write np.any instead of np.sometrue." },
  "numpy.alltrue": { distribution: "numpy", since: 2, fix: "Write np.all instead of np.alltrue." },
  "numpy.in1d": { distribution: "numpy", since: 2, fix: "Write np.isin instead of np.in1d." },
  "numpy.trapz": { distribution: "numpy", since: 2, fix: "Write np.trapezoid instead of np.trapz." },
  "numpy.asscalar": { distribution: "numpy", since: 2, fix: "Write value.item() instead of np.asscalar(value)." },
  "pandas.Panel": { distribution: "pandas", since: 1, fix: "Use a DataFrame with a MultiIndex." },
  "pandas.datetime": { distribution: "pandas", since: 2, fix: "Import datetime from the datetime module." },
  "pandas.np": { distribution: "pandas", since: 2, fix: "Import numpy as np." },
  "pandas.Int64Index": { distribution: "pandas", since: 2, fix: "Use pd.Index." },
  "matplotlib.pyplot.hold": { distribution: "matplotlib", since: 3, fix: "Leave plt.hold out: plots are added by default." },
};

/** Methods that are gone, on whatever object, when the library is imported. The name must be telling: other classes have methods, too. */
const GONE_METHODS: Readonly<Record<string, Change>> = {
  iteritems: { distribution: "pandas", since: 2, fix: "Write .items() instead of .iteritems()." },
  ix: { distribution: "pandas", since: 1, fix: "Write .loc or .iloc instead of .ix." },
  as_matrix: { distribution: "pandas", since: 1, fix: "Write .to_numpy() instead of .as_matrix()." },
  get_value: { distribution: "pandas", since: 1, fix: "Write .at[row, column] instead of .get_value(row, column)." },
  mad: { distribution: "pandas", since: 2, fix: "Write (s - s.mean()).abs().mean() instead of s.mad()." },
  applymap: { distribution: "pandas", since: 3, fix: "Write .map(...) instead of .applymap(...) on a DataFrame." },
};

/** Frequency names that pandas 3 refuses. */
const GONE_FREQUENCIES: Readonly<Record<string, string>> = { M: "ME", Q: "QE", Y: "YE", A: "YE", BM: "BME", H: "h", T: "min", S: "s", L: "ms" };

/** Warns of numpy, pandas and matplotlib names that the installed versions no longer have. */
export const checkDeprecatedApi: CodeCheck = (python, place) => {
  const findings: CheckFinding[] = [];
  const aliases = importAliases(python);
  const imported = new Set([...aliases.values()].map((path) => path.split(".")[0]));
  const warn = (change: Change, name: string, from: number) => {
    if (majorOf(place, change.distribution) < change.since || !imported.has(change.distribution)) return;
    const message = `${name} is gone in ${change.distribution} ${place.packages[change.distribution]}`;
    findings.push({ check: "deprecated-api", severity: "warning", message, fix: change.fix, ...positionOf(python.code, from) });
  };
  python.tree.iterate({
    enter(node) {
      if (node.name === "MemberExpression") {
        const name = fullName(python, node.node, aliases);
        const gone = name === null ? undefined : ownValue(GONE_NAMES, name);
        if (gone !== undefined) warn(gone, textOf(python, node), node.from);
        const property = node.node.lastChild;
        const method = property?.name === "PropertyName" ? ownValue(GONE_METHODS, textOf(python, property)) : undefined;
        if (method !== undefined && property !== null && !aliases.has(textOf(python, node).split(".")[0] ?? ""))
          warn(method, `.${textOf(python, property)}`, property.from);
      }
      if (node.name === "CallExpression") warnOfCall(python, node.node, warn);
    },
  });
  return findings;
};

function warnOfCall(python: PythonTree, call: SyntaxNode, warn: (change: Change, name: string, from: number) => void): void {
  const method = call.firstChild?.lastChild?.name === "PropertyName" ? textOf(python, call.firstChild.lastChild) : "";
  const list = call.lastChild;
  if (list?.name !== "ArgList") return;
  const first = list.firstChild?.nextSibling;
  if (method === "append" && /^(?:df|data|frame|\w+_df|df_\w+)$/.test(textOf(python, call).split(".")[0] ?? "") && /ignore_index/.test(textOf(python, list))) {
    warn({ distribution: "pandas", since: 2, fix: "Write pd.concat([a, b], ignore_index=True) instead of a.append(b)." }, ".append", call.from);
  }
  if (method === "fillna") {
    const keyword = childrenOf(list).find((child) => textOf(python, child) === "method");
    if (keyword !== undefined)
      warn({ distribution: "pandas", since: 3, fix: "Write .ffill() or .bfill() instead of .fillna(method=...)." }, "fillna(method=...)", keyword.from);
  }
  if ((method === "resample" || method === "date_range" || method === "Grouper" || method === "asfreq") && list.firstChild !== null) {
    for (const child of childrenOf(list)) {
      if (
        child.name !== "String" ||
        !(child === first || child.from === first?.from || /freq\s*=\s*$/.test(python.code.slice(Math.max(0, child.from - 10), child.from)))
      )
        continue;
      const frequency = textOf(python, child).slice(1, -1);
      const now = ownValue(GONE_FREQUENCIES, frequency);
      if (now !== undefined)
        warn({ distribution: "pandas", since: 3, fix: `Write frequency "${now}" instead of "${frequency}".` }, `frequency "${frequency}"`, child.from);
    }
  }
}

function fullName(python: PythonTree, node: SyntaxNode, aliases: ReadonlyMap<string, string>): string | null {
  const name = dottedName(python, node);
  if (name === null) return null;
  const [head = "", ...rest] = name.split(".");
  const module = aliases.get(head);
  return module === undefined ? null : [module, ...rest].join(".");
}

function majorOf(place: CheckPlace, distribution: string): number {
  return Number.parseInt(place.packages[distribution] ?? "0", 10);
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
