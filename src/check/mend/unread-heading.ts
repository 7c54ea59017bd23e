import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, textOf } from "#check/python/python-tree.ts";
import { assignedValues } from "./assigned-value.ts";
import { indentOf, type Mend, type MendEdits, nodesOf, spansLine } from "./mend.ts";

const FIX = "The first row is the heading: leave it out before the loop.";

/** A loop over rows that takes the heading for data: it fails where the first heading becomes a number. */
export const mendUnreadHeading: Mend = (python, { name, message, line, tables }) => {
  const text = /(?:to float|base \d+): '([^']*)'/.exec(message)?.[1]?.trim();
  if (name !== "ValueError" || text === undefined || line === null || !tables.some((table) => table.columns.includes(text))) return null;
  const loop = nodesOf(python, "ForStatement").find((node) => spansLine(python, node, line));
  if (loop === undefined) return null;
  const children = childrenOf(loop);
  const rows = children[children.findIndex((child) => textOf(python, child) === "in") + 1];
  return rows === undefined ? null : skipFirst(python, loop, rows);
};

function skipFirst(python: PythonTree, loop: SyntaxNode, rows: SyntaxNode): MendEdits | null {
  const text = textOf(python, rows);
  const source = rows.name === "VariableName" ? (assignedValues(python, text).at(-1) ?? null) : rows;
  const made = source === null ? "" : textOf(python, source);
  if (rows.name === "VariableName" && /^(?:csv\.reader|open)\s*\(/.test(made)) {
    const edit = { from: loop.from, to: loop.from, text: `next(${text})\n${indentOf(python, loop)}` };
    return { edits: [edit], message: `added: next(${text}), which leaves the heading out`, fix: FIX };
  }
  if (/^(?:list\s*\(\s*)?csv\.reader\s*\(|\.readlines\s*\(\s*\)$|\.splitlines\s*\(\s*\)$|\.split\s*\([^()]*\)$/.test(made)) {
    const listed = rows.name !== "VariableName" && /^csv\.reader/.test(text) ? `list(${text})[1:]` : `${text}[1:]`;
    return { edits: [{ from: rows.from, to: rows.to, text: listed }], message: "changed: the loop leaves the heading out", fix: FIX };
  }
  return null;
}
