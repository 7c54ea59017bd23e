import { childrenOf, textOf } from "#check/python/python-tree.ts";
import { assignedValues } from "./assigned-value.ts";
import { lineOf, type Mend, nodesOf, wrap } from "./mend.ts";

const ONE_PASS =
  /^(?:object of type '[\w.]*(?:reader|DictReader|generator|map|filter|zip|enumerate|reversed)' has no len\(\)|'[\w.]*(?:reader|DictReader|generator|map|filter|zip|dict_keys|dict_values|dict_items|set)' object is not subscriptable)/;

/** What can only be walked through once, and is counted or indexed: it becomes a list. */
export const mendOnePass: Mend = (python, { name, message, line }) => {
  if (name !== "TypeError" || line === null || !ONE_PASS.test(message)) return null;
  for (const node of nodesOf(python, "CallExpression", "MemberExpression")) {
    if (lineOf(python, node) !== line) continue;
    const [head, second] = childrenOf(node);
    const used =
      node.name === "CallExpression" ? (textOf(python, head ?? node) === "len" ? second?.firstChild?.nextSibling : null) : second?.name === "[" ? head : null;
    if (used?.name !== "VariableName") continue;
    const value = assignedValues(python, textOf(python, used)).at(-1);
    if (value === undefined || /^(?:list|sorted)\s*\(/.test(textOf(python, value))) continue;
    const text = textOf(python, value);
    return {
      edits: wrap(value, "list(", ")"),
      message: `changed: ${textOf(python, used)} is a list`,
      fix: `Make a list of it first: list(${text.length > 60 ? "…" : text}).`,
    };
  }
  return null;
};
