import type { SyntaxNode } from "@lezer/common";
import { childrenOf, textOf } from "#check/python/python-tree.ts";
import { lineOf, type Mend, nodesOf, wrap } from "./mend.ts";

/** `"Total: " + total` with a number: what is joined to a text becomes one. */
export const mendTextConcatenation: Mend = (python, { name, message, line }) => {
  if (name !== "TypeError" || line === null || !/can only concatenate str|for \+: '\w+' and 'str'/.test(message)) return null;
  const sums = nodesOf(python, "BinaryExpression").filter((node) => lineOf(python, node) === line && node.parent?.name !== "BinaryExpression");
  const edits = sums.flatMap((sum) => {
    const operands = addends(sum);
    if (!operands.some(isText)) return [];
    return operands.filter((operand) => !isText(operand) && !/^str\s*\(/.test(textOf(python, operand))).flatMap((operand) => wrap(operand, "str(", ")"));
  });
  return edits.length === 0
    ? null
    : { edits, message: "added: str() around what is joined to a text", fix: "Join texts with f-strings, or convert with str()." };
};

/** The operands of a chain of additions, in order; any other expression is its own. */
function addends(node: SyntaxNode): SyntaxNode[] {
  if (node.name !== "BinaryExpression") return [node];
  const [left, operator, right] = childrenOf(node);
  if (left === undefined || right === undefined || operator?.name !== "ArithOp" || operator.to - operator.from !== 1) return [node];
  return [...addends(left), ...addends(right)];
}

function isText(node: SyntaxNode): boolean {
  return ["String", "FormatString", "ContinuedString"].includes(node.name);
}
