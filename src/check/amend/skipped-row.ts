import { childrenOf, type PythonTree, positionOf, textOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** `next(reader)` of a `csv.DictReader`, on a line of its own. */
const SKIP = /^next\(\s*(\w+)\s*(?:,\s*None\s*)?\)$/;

/**
 * Takes out a skip of the heading where `csv.DictReader` has taken it already: else the first row of data is lost, and the answer wrong.
 * Left alone where it is all that a block does.
 */
export function keepFirstRow(python: PythonTree): { readonly code: string; readonly findings: readonly CheckFinding[] } {
  const readers = new Set([...python.code.matchAll(/\b(\w+)\s*=\s*(?:csv\.)?DictReader\s*\(/g)].map(([, name]) => name));
  const skips: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  if (readers.size === 0) return { code: python.code, findings: [] };
  python.tree.iterate({
    enter(node) {
      if (node.name !== "ExpressionStatement" || !readers.has(SKIP.exec(textOf(python, node))?.[1] ?? "")) return;
      const siblings = node.node.parent === null ? [] : childrenOf(node.node.parent).filter((child) => !["Comment", ":"].includes(child.name));
      if (siblings.length > 1) skips.push({ from: node.from, to: node.to, text: textOf(python, node) });
    },
  });
  const code = [...skips].reverse().reduce((text, { from, to }) => text.slice(0, from) + text.slice(to), python.code);
  const findings = skips.map(({ from, text }) => ({
    check: "amended",
    severity: "warning" as const,
    message: `removed: ${text}, which loses the first row of data`,
    fix: "csv.DictReader leaves the heading out by itself: do not call next() on it.",
    ...positionOf(python.code, from),
  }));
  return { code, findings };
}
