import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, textOf } from "#check/python/python-tree.ts";
import { nodesOf } from "./mend.ts";

/** The expressions that a name is bound to by `name = …` and `with … as name`, in the order of the code. */
export function assignedValues(python: PythonTree, name: string): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (const node of nodesOf(python, "AssignStatement", "WithStatement")) {
    const children = childrenOf(node);
    for (const [at, child] of children.entries()) {
      if (child.name !== "VariableName" || textOf(python, child) !== name) continue;
      const value = node.name === "AssignStatement" ? (children[at + 1]?.name === "AssignOp" ? children[at + 2] : undefined) : asValue(python, children, at);
      if (value !== undefined) values.push(value);
    }
  }
  return values;
}

function asValue(python: PythonTree, children: readonly SyntaxNode[], at: number): SyntaxNode | undefined {
  const as = children[at - 1];
  return as !== undefined && textOf(python, as) === "as" ? children[at - 2] : undefined;
}
