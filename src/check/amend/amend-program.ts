import type { SyntaxNode } from "@lezer/common";
import type { CheckPlace } from "#check/code-check.ts";
import { importAliases } from "#check/python/import-aliases.ts";
import { programNames } from "#check/python/name-scopes.ts";
import { programFacts } from "#check/python/program-facts.ts";
import { REMOVED_MODULES, STANDARD_MODULES } from "#check/python/python-modules.ts";
import { childrenOf, isInside, type PythonTree, parsePython, textOf } from "#check/python/python-tree.ts";
import { importFor } from "#check/python/usual-imports.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { renameFiles } from "./rename-files.ts";
import { keepFirstRow } from "./skipped-row.ts";

export interface AmendedProgram {
  readonly code: string;
  /** What was added, as warnings: nothing is changed in silence. */
  readonly findings: readonly CheckFinding[];
}

/**
 * Adds what small models most often forget and what has one answer only: the import of a module that is used under its own name,
 * the call of a program's only entry point, the print of its last result, the showing of a figure, the right name of a file; and takes out
 * the skip of a heading that was read already.
 */
export function amendProgram(code: string, place: CheckPlace): AmendedProgram {
  const first = parsePython(code);
  if (first.broken) return { code, findings: [] };
  const renamed = renameFiles(first, place.files);
  const kept = keepFirstRow(renamed.code === code ? first : parsePython(renamed.code));
  const added = additions(kept.code === code ? first : parsePython(kept.code), place);
  return { code: added.code, findings: [...renamed.findings, ...kept.findings, ...added.findings] };
}

function additions(python: PythonTree, place: CheckPlace): AmendedProgram {
  const { code } = python;
  const imports = missingImports(python, place);
  const ending = missingEnding(python);
  const lines = [...imports, ...(ending === null ? [] : [ending])];
  if (lines.length === 0) return { code, findings: [] };
  const start = importOffset(python);
  const head = imports.length === 0 ? "" : `${imports.join("\n")}\n`;
  const body = `${code.slice(0, start)}${head}${code.slice(start)}`;
  return { code: ending === null ? body : `${body.trimEnd()}\n${ending}`, findings: lines.map(finding) };
}

function finding(line: string): CheckFinding {
  return { check: "amended", severity: "warning", message: `added: ${line}`, fix: `Include the line \`${line}\`.`, line: null, column: null };
}

function missingImports(python: PythonTree, place: CheckPlace): string[] {
  const names = programNames(python);
  if (names.dynamic) return [];
  const statements = new Set<string>();
  for (const { name } of names.unresolved) {
    const statement = importFor(name);
    if (statement !== null && canImport(/^(?:import|from)\s+(\w+)/.exec(statement)?.[1] ?? "", place)) statements.add(statement);
  }
  return [...statements];
}

function canImport(module: string, place: CheckPlace): boolean {
  if (STANDARD_MODULES.has(module) && !Object.hasOwn(REMOVED_MODULES, module)) return true;
  return Object.hasOwn(place.packages, module) || Object.hasOwn(place.imports, module);
}

/** After the docstring and `from __future__` imports, which must stay first. */
function importOffset(python: PythonTree): number {
  let offset = 0;
  for (const node of childrenOf(python.tree.topNode)) {
    const documentation = node.name === "ExpressionStatement" && node.firstChild?.name === "String" && offset === 0;
    if (!documentation && !textOf(python, node).startsWith("from __future__")) break;
    const end = python.code.indexOf("\n", node.to);
    offset = end === -1 ? python.code.length : end + 1;
  }
  return offset;
}

/** The last line that makes the program show what it computes; null when it shows something, or when it is not clear what. */
function missingEnding(python: PythonTree): string | null {
  const statements = childrenOf(python.tree.topNode).filter((node) => node.name !== "Comment");
  const figure = unshownFigure(python);
  if (figure !== null) return figure;
  if (statements.some(acts) && programFacts(python.code).shows) return null;
  const entry = entryPoint(python, statements);
  if (entry !== null) return entry;
  const last = statements.at(-1);
  if (last?.name !== "AssignStatement" || programFacts(python.code).shows) return null;
  const [target, operator] = childrenOf(last);
  return target?.name === "VariableName" && operator?.name === "AssignOp" ? `print(${textOf(python, target)})` : null;
}

/** Whether a statement of the module does anything but define. */
function acts(node: SyntaxNode): boolean {
  return !["ImportStatement", "FunctionDefinition", "ClassDefinition", "DecoratedStatement", "AssignStatement"].includes(node.name) && !isDocumentation(node);
}

function isDocumentation(node: SyntaxNode): boolean {
  return node.name === "ExpressionStatement" && node.firstChild?.name === "String";
}

/** A program that only defines, and whose last function takes no values: that function is meant to be called. */
function entryPoint(python: PythonTree, statements: readonly SyntaxNode[]): string | null {
  if (statements.some(acts)) return null;
  const last = statements.at(-1);
  if (last?.name !== "FunctionDefinition" || textOf(python, last).startsWith("async")) return null;
  const parameters = last.getChild("ParamList");
  if (parameters !== null && childrenOf(parameters).some((node) => node.name === "VariableName")) return null;
  const name = last.getChild("VariableName");
  if (name === null) return null;
  const call = `${textOf(python, name)}()`;
  return programFacts(textOf(python, last)).shows ? call : `print(${call})`;
}

/** pyplot was drawn with, and nothing shows or saves the figure. */
function unshownFigure(python: PythonTree): string | null {
  const pyplot = [...importAliases(python)].find(([, module]) => module === "matplotlib.pyplot")?.[0];
  if (pyplot === undefined) return null;
  let draws = false;
  let shows = false;
  python.tree.iterate({
    enter(node) {
      if (node.name !== "CallExpression") return;
      const name = textOf(python, node.node.firstChild ?? node.node);
      if (name === `${pyplot}.show` || /\.(?:savefig|show)$/.test(name)) shows = true;
      else if (name.startsWith(`${pyplot}.`) && !isInside(node.node, "FunctionDefinition")) draws = true;
    },
  });
  return draws && !shows ? `${pyplot}.show()` : null;
}
