import { childrenOf, textOf } from "#check/python/python-tree.ts";
import { indentOf, lineOf, type Mend, nodesOf } from "./mend.ts";

/** A function that counts in a variable of the module without saying so. */
export const mendUnboundGlobal: Mend = (python, { name, message, line }) => {
  const variable = /local variable '(\w+)'/.exec(message)?.[1];
  if (name !== "UnboundLocalError" || variable === undefined || line === null) return null;
  const atModule = childrenOf(python.tree.topNode).some(
    (node) => node.name === "AssignStatement" && node.firstChild?.name === "VariableName" && textOf(python, node.firstChild) === variable,
  );
  const owner = nodesOf(python, "FunctionDefinition").findLast((node) => lineOf(python, node) <= line && line <= lineOf(python, { from: node.to - 1 }));
  const body = owner?.getChild("Body");
  const first = body === null || body === undefined ? undefined : childrenOf(body).find((node) => node.name !== ":" && node.name !== "Comment");
  if (!atModule || first === undefined) return null;
  const text = `global ${variable}\n${indentOf(python, first)}`;
  return {
    edits: [{ from: first.from, to: first.from, text }],
    message: `added: global ${variable}`,
    fix: `Pass ${variable} as an argument and return it, or declare it with global ${variable}.`,
  };
};
