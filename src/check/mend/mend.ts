import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, positionOf } from "#check/python/python-tree.ts";

/** What is known of a table among the files of a run. */
export interface TableFacts {
  readonly path: string;
  /** As Python names it. */
  readonly encoding: string;
  /** Of the cells; empty for a single column. */
  readonly separator: string;
  readonly decimal: "." | ",";
  /** In order; empty when there is no heading. */
  readonly columns: readonly string[];
  /** Columns that hold numbers only, as Python reads them. */
  readonly numbers: readonly { readonly column: string; readonly type: "int" | "float" }[];
}

/** How a program failed, and what it worked on. */
export interface MendFailure {
  /** Class of the exception, such as `ValueError`. */
  readonly name: string;
  readonly message: string;
  /** 1-based line of the program's innermost frame; null when it has none. */
  readonly line: number | null;
  readonly tables: readonly TableFacts[];
}

/** A change of the source text. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface MendEdits {
  readonly edits: readonly Edit[];
  /** What was done, for a person. */
  readonly message: string;
  /** The same as advice, for a model that writes the program anew. */
  readonly fix: string;
}

/** Corrects one kind of failure where the correction has one answer only; null for everything else. */
export type Mend = (python: PythonTree, failure: MendFailure) => MendEdits | null;

/** All nodes of some kinds, in the order of the code. */
export function nodesOf(python: PythonTree, ...names: readonly string[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  python.tree.iterate({
    enter(node) {
      if (names.includes(node.name)) found.push(node.node);
    },
  });
  return found;
}

export function lineOf(python: PythonTree, node: { readonly from: number }): number {
  return positionOf(python.code, node.from).line;
}

/** The white space that a statement's line begins with. */
export function indentOf(python: PythonTree, node: { readonly from: number }): string {
  const start = python.code.lastIndexOf("\n", node.from - 1) + 1;
  return /^[ \t]*/.exec(python.code.slice(start, node.from))?.[0] ?? "";
}

/** Puts text around a node. */
export function wrap(node: { readonly from: number; readonly to: number }, before: string, after: string): Edit[] {
  return [
    { from: node.from, to: node.from, text: before },
    { from: node.to, to: node.to, text: after },
  ];
}

/** Whether a line lies within a node. */
export function spansLine(python: PythonTree, node: { readonly from: number; readonly to: number }, line: number): boolean {
  return lineOf(python, node) <= line && line <= lineOf(python, { from: node.to - 1 });
}

/** The first statement of a loop's or a function's body; null where there is none. */
export function firstStatement(body: SyntaxNode | null | undefined): SyntaxNode | null {
  if (body?.name !== "Body") return null;
  return childrenOf(body).find((child) => child.name !== ":" && child.name !== "Comment") ?? null;
}
