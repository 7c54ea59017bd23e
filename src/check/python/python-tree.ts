import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/python";

/** Deeper trees are not analysed: no person writes them, and walking them could exhaust the stack. */
const DEPTH_LIMIT = 400;

/** A program with its concrete syntax tree. */
export interface PythonTree {
  readonly code: string;
  readonly tree: Tree;
  /** True when the grammar met something that it does not know: then the tree's shape is a guess. */
  readonly broken: boolean;
}

/** Parses Python 3. Never throws: what is not Python gives a broken tree. */
export function parsePython(code: string): PythonTree {
  const tree = parser.parse(code);
  let broken = false;
  let depth = 0;
  tree.iterate({
    enter(node) {
      depth += 1;
      if (node.type.isError || node.name === "PrintStatement" || depth > DEPTH_LIMIT) broken = true;
      return !broken;
    },
    leave() {
      depth -= 1;
    },
  });
  return { code, tree, broken };
}

/** The children of a node, in order, punctuation included. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}

/** The source text of a node. */
export function textOf(python: PythonTree, node: { readonly from: number; readonly to: number }): string {
  return python.code.slice(node.from, node.to);
}

/** Line and column of an offset, both 1-based. */
export function positionOf(code: string, offset: number): { readonly line: number; readonly column: number } {
  const before = code.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/**
 * The dotted name of an expression such as `os.path.join`, or null when it is anything else (a call, an index).
 */
export function dottedName(python: PythonTree, node: SyntaxNode): string | null {
  if (node.name === "VariableName") return textOf(python, node);
  if (node.name !== "MemberExpression") return null;
  const [base, dot, property] = childrenOf(node);
  if (base === undefined || dot?.name !== "." || property?.name !== "PropertyName") return null;
  const prefix = dottedName(python, base);
  return prefix === null ? null : `${prefix}.${textOf(python, property)}`;
}

/** Whether a node lies inside another of the given name, such as `TryStatement`. */
export function isInside(node: SyntaxNode, name: string): boolean {
  for (let parent = node.parent; parent !== null; parent = parent.parent) if (parent.name === name) return true;
  return false;
}
