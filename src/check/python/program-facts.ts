import type { SyntaxNode } from "@lezer/common";
import { programNames } from "./name-scopes.ts";
import { childrenOf, dottedName, type PythonTree, parsePython, textOf } from "./python-tree.ts";

/** What can be told of a piece of text that may be a program, without running it. */
export interface ProgramFacts {
  readonly python: PythonTree;
  /** Whether it does anything that prose and data do not: imports, definitions, calls, loops. */
  readonly looksLikeCode: boolean;
  /** Whether running it could show something: text, a last value, a figure, a file. */
  readonly shows: boolean;
  /** Names bound at module level. */
  readonly bound: readonly string[];
  /** Names used but bound nowhere. */
  readonly missing: readonly string[];
}

const CODE_NODES = new Set(["ImportStatement", "FunctionDefinition", "ClassDefinition", "CallExpression", "ForStatement", "WhileStatement", "WithStatement"]);

/** Calls after which a reader sees something, by the last part of their dotted name. */
const SHOWING =
  /^(?:print|pprint|pp|display|show|write|writelines|writerow|writerows|savefig|save|dump|to_\w+|info|plot|bar|barh|hist|scatter|imshow|pie|boxplot|print_\w+|prmonth|prcal|write_text|write_bytes|help|main|run|testmod|debug|warning|error|critical|exit|_exit)$/;

export function programFacts(code: string): ProgramFacts {
  const python = parsePython(code);
  let looksLikeCode = false;
  let shows = false;
  python.tree.iterate({
    enter(node) {
      if (CODE_NODES.has(node.name)) looksLikeCode = true;
      if (node.name === "AssignStatement" && childrenOf(node.node).some((child) => child.name === "AssignOp")) looksLikeCode = true;
      if (node.name === "CallExpression" && callShows(python, node.node)) shows = true;
      if (node.name === "RaiseStatement" || node.name === "AssertStatement") shows = true;
    },
  });
  if (endsInValue(python)) shows = true;
  const names = python.broken ? { bound: [], unresolved: [] } : programNames(python);
  return { python, looksLikeCode, shows, bound: names.bound, missing: [...new Set(names.unresolved.map((use) => use.name))] };
}

function callShows(python: PythonTree, call: SyntaxNode): boolean {
  const callee = call.firstChild;
  if (callee === null) return false;
  const last = callee.name === "MemberExpression" ? callee.lastChild : callee;
  return last !== null && SHOWING.test(textOf(python, last));
}

/** Whether the last statement is an expression whose value a notebook would show. */
function endsInValue(python: PythonTree): boolean {
  let last = childrenOf(python.tree.topNode).findLast((node) => node.name !== "Comment" && node.name !== ";");
  if (last?.name === "StatementGroup") last = childrenOf(last).findLast((node) => node.name !== ";");
  if (last?.name !== "ExpressionStatement") return false;
  const value = last.firstChild;
  if (value === null || value.name === "Ellipsis" || value.name === "None") return false;
  const documentation = (value.name === "String" || value.name === "ContinuedString") && last.prevSibling === null;
  return !documentation;
}

/** The dotted name that a call calls, or null. */
export function calledName(python: PythonTree, call: SyntaxNode): string | null {
  return call.firstChild === null ? null : dottedName(python, call.firstChild);
}
