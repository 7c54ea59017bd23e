import { childrenOf, textOf } from "#check/python/python-tree.ts";
import { lineOf, type Mend, nodesOf } from "./mend.ts";

/** `int("7.50")`: a number with decimals is read with float(). */
export const mendDecimalNumber: Mend = (python, { name, message, line }) => {
  if (name !== "ValueError" || line === null || !/invalid literal for int\(\) with base 10: '\s*[-+]?\d+\.\d+\s*'/.test(message)) return null;
  const edits = nodesOf(python, "CallExpression", "ArgList")
    .filter((node) => lineOf(python, node) === line)
    .flatMap((node) => (node.name === "CallExpression" ? [node.firstChild] : childrenOf(node)))
    .filter((node) => node?.name === "VariableName" && textOf(python, node) === "int")
    .flatMap((node) => (node == null ? [] : [{ from: node.from, to: node.to, text: "float" }]));
  return edits.length === 0 ? null : { edits, message: "changed: int to float", fix: "Use float() instead of int(): some of the numbers have decimals." };
};
