import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, parsePython, textOf } from "#check/python/python-tree.ts";

/** A function of a program, by its place. */
export interface FunctionPlace {
  readonly name: string;
  /** Its whole text, decorators included, without the indentation of its first line. */
  readonly code: string;
}

/**
 * The innermost named function that holds a line.
 * @param line 1-based
 * @returns null at module level, and in a program that does not parse
 */
export function functionAt(code: string, line: number): FunctionPlace | null {
  const python = parsePython(code);
  if (python.broken) return null;
  const lines = code.split("\n");
  const offset = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + (/^\s*/.exec(lines[line - 1] ?? "")?.[0].length ?? 0);
  let found: FunctionPlace | null = null;
  for (const place of functionsOf(python))
    if (place.from <= offset && offset < place.to) found = { name: place.name, code: code.slice(place.from, place.to).trimEnd() };
  return found;
}

/**
 * Puts a function of a reply in the place of the one of the same name, and adds the imports that the reply brings and the program lacks.
 * Everything else of the program stays byte for byte.
 * @param reply code that holds the function, alone or with others
 * @returns null when either does not parse, when the name is missing or not unique, or when nothing would change
 */
export function patchFunction(code: string, name: string, reply: string): string | null {
  const program = parsePython(code);
  const patch = parsePython(reply);
  if (program.broken || patch.broken) return null;
  const olds = functionsOf(program).filter((place) => place.name === name);
  const fresh = functionsOf(patch).findLast((place) => place.name === name);
  const [old] = olds;
  if (old === undefined || olds.length > 1 || fresh === undefined) return null;
  const kept = old.decorated && !fresh.decorated ? old.definition : old.from;
  const body = reindented(reply.slice(fresh.from, fresh.to), fresh.column, old.column).trimEnd();
  const changed = `${code.slice(0, kept)}${body}${code.slice(kept, old.to).endsWith("\n") ? "\n" : ""}${code.slice(old.to)}`;
  const imports = importsOf(patch).filter((line) => !importsOf(program).includes(line));
  const patched = imports.length === 0 ? changed : withImports(changed, imports);
  return patched === code || parsePython(patched).broken ? null : patched;
}

/** Whether code only defines: functions, imports, comments. What does more is a whole program. */
export function onlyDefines(code: string): boolean {
  const python = parsePython(code);
  if (python.broken) return false;
  return childrenOf(python.tree.topNode).every(
    (node) =>
      ["FunctionDefinition", "ImportStatement", "Comment"].includes(node.name) ||
      (node.name === "DecoratedStatement" && node.lastChild?.name === "FunctionDefinition"),
  );
}

interface Place {
  readonly name: string;
  /** With its decorators. */
  readonly from: number;
  /** Where `def` begins. */
  readonly definition: number;
  readonly to: number;
  readonly column: number;
  readonly decorated: boolean;
}

/** All functions of a program, outer ones before inner ones. */
function functionsOf(python: PythonTree): Place[] {
  const places: Place[] = [];
  python.tree.iterate({
    enter(node) {
      if (node.name !== "FunctionDefinition") return;
      const name = node.node.getChild("VariableName");
      if (name === null) return;
      const outer: SyntaxNode = node.node.parent?.name === "DecoratedStatement" ? node.node.parent : node.node;
      const column = outer.from - (python.code.lastIndexOf("\n", outer.from - 1) + 1);
      places.push({ name: textOf(python, name), from: outer.from, definition: node.from, to: node.to, column, decorated: outer !== node.node });
    },
  });
  return places;
}

/** Moves the lines after the first from one depth to another. */
function reindented(text: string, from: number, to: number): string {
  if (from === to) return text;
  const margin = " ".repeat(to);
  return text
    .split("\n")
    .map((line, index) => (index === 0 || line.trim() === "" ? line : `${margin}${/^ *$/.test(line.slice(0, from)) ? line.slice(from) : line.trimStart()}`))
    .join("\n");
}

function importsOf(python: PythonTree): string[] {
  return childrenOf(python.tree.topNode)
    .filter((node) => node.name === "ImportStatement")
    .map((node) => textOf(python, node).trim());
}

/** New imports stand where the old ones begin; a docstring and `from __future__` stay first. */
function withImports(code: string, imports: readonly string[]): string {
  const python = parsePython(code);
  const first = childrenOf(python.tree.topNode).find(
    (node) => node.name !== "Comment" && node.firstChild?.name !== "String" && !textOf(python, node).startsWith("from __future__"),
  );
  const at = first?.from ?? 0;
  return `${code.slice(0, at)}${imports.join("\n")}\n${code.slice(at)}`;
}
