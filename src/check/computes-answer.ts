import { calledName } from "#check/python/program-facts.ts";
import { parsePython } from "#check/python/python-tree.ts";

const COMPUTING = new Set(["BinaryExpression", "ForStatement", "WhileStatement", "UpdateStatement", "UnaryExpression", "ConditionalExpression"]);

/** Whether a program computes what it shows. One that only prints texts and numbers as they stand shows what its author guessed. */
export function computesAnswer(code: string): boolean {
  const python = parsePython(code);
  if (python.broken) return true;
  let computes = false;
  python.tree.iterate({
    enter(node) {
      if (COMPUTING.has(node.name) || node.name.endsWith("ComprehensionExpression")) computes = true;
      if (node.name === "CallExpression" && calledName(python, node.node) !== "print") computes = true;
    },
  });
  return computes;
}
