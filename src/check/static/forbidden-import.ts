import type { SyntaxNode } from "@lezer/common";
import type { CheckPlace, CodeCheck } from "#check/code-check.ts";
import { NETWORK_MODULES, REMOVED_MODULES, STANDARD_MODULES, SYSTEM_MODULES, UNBUILDABLE_MODULES } from "#check/python/python-modules.ts";
import { childrenOf, isInside, type PythonTree, positionOf, textOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** What to write instead of a package that is often missing. */
const INSTEAD: Readonly<Record<string, string>> = {
  httpx: "read the data from a file in the working directory instead; there is no network",
  aiohttp: "read the data from a file in the working directory instead; there is no network",
  urllib3: "read the data from a file in the working directory instead; there is no network",
  requests: "read the data from a file in the working directory instead; there is no network",
  tkinter: "print the result, or draw it with matplotlib",
  turtle: "draw it with matplotlib, or print it as text",
  pygame: "print the result, or draw it with matplotlib",
  curses: "print the result",
  seaborn: "draw with matplotlib",
  plotly: "draw with matplotlib",
  tabulate: "format the table with f-strings",
  prettytable: "format the table with f-strings",
  cv2: "work on the image with PIL or numpy",
  sympy: "compute with fractions and plain Python",
  distutils: "use shutil or sysconfig",
  imp: "use importlib",
};

/** Finds imports that can never work in this place. An import inside `try` counts as the author's own care. */
export const checkForbiddenImport: CodeCheck = (python, place) => {
  const findings: CheckFinding[] = [];
  python.tree.iterate({
    enter(node) {
      if (node.name !== "ImportStatement") return;
      for (const { name, from } of importedModules(python, node.node)) {
        const reason = whyNot(name, place);
        if (reason === null || isInside(node.node, "TryStatement")) continue;
        findings.push({
          check: "forbidden-import",
          severity: "error",
          message: `${name} ${reason}`,
          fix: `Do not import ${name}: ${INSTEAD[name] ?? insteadFrom(place)}.`,
          ...positionOf(python.code, from),
        });
      }
    },
  });
  return findings;
};

/** Top-level modules that a statement imports, relative imports left out. */
export function importedModules(python: PythonTree, statement: SyntaxNode): { readonly name: string; readonly from: number }[] {
  const children = childrenOf(statement);
  const first = children[1];
  if (children[0]?.name === "from") return first?.name === "VariableName" ? [{ name: textOf(python, first), from: first.from }] : [];
  return children
    .filter((child, index) => child.name === "VariableName" && (children[index - 1]?.name === "import" || children[index - 1]?.name === ","))
    .map((child) => ({ name: textOf(python, child), from: child.from }));
}

function whyNot(name: string, place: CheckPlace): string | null {
  if (!place.operatingSystem && !place.network && NETWORK_MODULES.has(name)) return "is for the network, and there is none here";
  if (!place.operatingSystem && !isInstalled(name, place) && UNBUILDABLE_MODULES.has(name))
    return "cannot run in this Python: it needs an operating system, a screen or a graphics card";
  if (Object.hasOwn(place.imports, name) || isInstalled(name, place)) return null;
  if (place.files.some((path) => path === `${name}.py` || path.startsWith(`${name}/`))) return null;
  const minor = Number(/^3\.(\d+)/.exec(place.python)?.[1] ?? 0);
  const removed = REMOVED_MODULES[name];
  if (removed !== undefined && minor >= removed) return `is no longer part of Python ${place.python}`;
  if (SYSTEM_MODULES.has(name)) return place.operatingSystem ? null : "does not exist in this Python: it needs a desktop or an operating system";
  if (STANDARD_MODULES.has(name) || name.startsWith("_") || !place.packagesAreAll) return null;
  return "is not installed";
}

function isInstalled(name: string, place: CheckPlace): boolean {
  const wanted = normalised(name);
  return Object.keys(place.packages).some((distribution) => normalised(distribution) === wanted);
}

function normalised(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

function insteadFrom(place: CheckPlace): string {
  const known = ["numpy", "pandas", "matplotlib", "scipy"].filter((name) => isInstalled(name, place));
  return known.length === 0 ? "use Python's standard library only" : `use Python's standard library, or ${known.join(", ")}`;
}
