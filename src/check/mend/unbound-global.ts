import { childrenOf, textOf } from "#check/python/python-tree.ts";
import { firstStatement, indentOf, type Mend, nodesOf, spansLine } from "./mend.ts";

/** A function that counts in a variable of the module without saying so. */
export const mendUnboundGlobal: Mend = (python, { name, message, line }) => {
  const variable = /local variable '(\w+)'/.exec(message)?.[1];
  if (name !== "UnboundLocalError" || variable === undefined || line === null) return null;
  const atModule = childrenOf(python.tree.topNode).some(
    (node) => node.name === "AssignStatement" && node.firstChild?.name === "VariableName" && textOf(python, node.firstChild) === variable,
  );
  const owner = nodesOf(python, "FunctionDefinition").findLast((node) => spansLine(python, node, line));
  const first = firstStatement(owner?.getChild("Body"));
  if (!atModule || first === null) return null;
  const text = `global ${variable}\n${indentOf(python, first)}`;
  return {
    edits: [{ from: first.from, to: first.from, text }],
    message: `added: global ${variable}`,
    fix: `Pass ${variable} as an argument and return it, or declare it with global ${variable}.`,
  };
};
