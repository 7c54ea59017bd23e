import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, textOf } from "#check/python/python-tree.ts";
import { type Edit, firstStatement, indentOf, type Mend, nodesOf, type TableFacts, wrap } from "./mend.ts";

const TEXT_AS_NUMBER = /'str'/;
const FIX = "The csv module reads every cell as text: convert numbers with float() or int().";

/** Rows of the csv module are text: columns of numbers are converted where they are read. */
export const mendTextArithmetic: Mend = (python, { name, message, tables }) => {
  const table = tables.find((candidate) => candidate.numbers.length > 0);
  if (name !== "TypeError" || !TEXT_AS_NUMBER.test(message) || table === undefined || !/\bcsv\.(?:reader|DictReader)\s*\(/.test(python.code)) return null;
  const edits = [...namedCells(python, table), ...unpackedRows(python, table)];
  return edits.length === 0 ? null : { edits, message: "added: float() and int() around cells that are numbers", fix: FIX };
};

/** `row["price"]` and `row[1]`, unless it is being assigned to, or converted already. */
function namedCells(python: PythonTree, table: TableFacts): Edit[] {
  const byName = python.code.includes("DictReader");
  return nodesOf(python, "MemberExpression").flatMap((node) => {
    const [base, open, index, close] = childrenOf(node);
    if (base?.name !== "VariableName" || open?.name !== "[" || index === undefined || close?.name !== "]" || isConverted(python, node)) return [];
    const text = textOf(python, index);
    const column = byName ? /^(["'])(.*)\1$/.exec(text)?.[2] : table.columns[/^\d+$/.test(text) ? Number(text) : -1];
    const number = table.numbers.find((candidate) => candidate.column === column);
    return number === undefined ? [] : wrap(node, `${number.type}(`, ")");
  });
}

function isConverted(python: PythonTree, node: SyntaxNode): boolean {
  const { parent } = node;
  if (parent?.name === "AssignStatement" && parent.firstChild?.from === node.from) return true;
  if (parent?.name !== "ArgList" && parent?.name !== "MemberExpression") return false;
  const call = parent.name === "ArgList" ? parent.parent : parent;
  return parent.name === "MemberExpression" || /^(?:float|int|Decimal|str|len)\b/.test(call === null ? "" : textOf(python, call));
}

/** `name, price = row` and `for name, price in reader`: the numbers are converted on the next line. */
function unpackedRows(python: PythonTree, table: TableFacts): Edit[] {
  return nodesOf(python, "AssignStatement", "ForStatement").flatMap((node) => {
    const children = childrenOf(node);
    const end = children.findIndex((child) => child.name === "AssignOp" || textOf(python, child) === "in");
    const targets = children
      .slice(node.name === "ForStatement" ? 1 : 0, end)
      .flatMap((child) => (child.name === "TupleExpression" ? childrenOf(child) : [child]));
    const names = targets.filter((child) => child.name === "VariableName").map((child) => textOf(python, child));
    if (names.length < 2 || names.length !== table.columns.length || children[end + 1]?.name !== "VariableName") return [];
    const body = node.name === "ForStatement" ? firstStatement(children.at(-1)) : null;
    if (node.name === "ForStatement" && body === null) return [];
    const indent = indentOf(python, body ?? node);
    const lines = table.numbers.map(({ column, type }) => {
      const target = names[table.columns.indexOf(column)] ?? "";
      return `${target} = ${type}(${target})`;
    });
    return [
      body === null
        ? { from: node.to, to: node.to, text: lines.map((line) => `\n${indent}${line}`).join("") }
        : { from: body.from, to: body.from, text: lines.map((line) => `${line}\n${indent}`).join("") },
    ];
  });
}
