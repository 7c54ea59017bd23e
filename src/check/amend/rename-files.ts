import { type PythonTree, positionOf, textOf } from "#check/python/python-tree.ts";
import type { CheckFinding } from "#domain/agent-event.ts";

/** A text that can only be the name of a data file. */
const DATA_NAME = /^[^\n{}*?<>|"']+\.(?:csv|tsv|tab|psv|txt|dat|json|jsonl|xlsx?|xml|log|parquet)$/i;
/** Calls that make files: names that go into them are the program's own. */
const WRITING = /(?:\bto_\w+|savefig|\bsave\w*|write_\w+)\s*\(\s*$/;

export interface RenamedFiles {
  readonly code: string;
  readonly findings: readonly CheckFinding[];
}

/**
 * Where a program opens a data file that is not there, puts the name of the one that is meant: the one of the same name in another folder,
 * or the only file there is. Files that the program writes itself keep their names.
 * @param files paths of the files in the working directory
 */
export function renameFiles(python: PythonTree, files: readonly string[]): RenamedFiles {
  const edits: { readonly from: number; readonly to: number; readonly text: string; readonly was: string; readonly now: string }[] = [];
  const written = new Set<string>();
  if (files.length === 0) return { code: python.code, findings: [] };
  python.tree.iterate({
    enter(node) {
      if (node.name !== "String") return;
      const literal = /^[rRbBuU]?(["'])(.*)\1$/s.exec(textOf(python, node));
      const name = literal?.[2] ?? "";
      if (literal === null || !DATA_NAME.test(name) || files.includes(name)) return;
      const before = python.code.slice(Math.max(0, node.from - 40), node.from);
      const after = python.code.slice(node.to, node.to + 24);
      if (WRITING.test(before) || /^\s*,\s*(?:mode\s*=\s*)?["'][wax]/.test(after)) written.add(name);
      const now = meant(name, files);
      if (now !== null) edits.push({ from: node.from, to: node.to, text: JSON.stringify(now), was: name, now });
    },
  });
  let { code } = python;
  const findings: CheckFinding[] = [];
  for (const edit of edits.reverse()) {
    if (written.has(edit.was)) continue;
    code = `${code.slice(0, edit.from)}${edit.text}${code.slice(edit.to)}`;
    findings.unshift({
      check: "amended",
      severity: "warning",
      message: `changed: '${edit.was}' is not there, '${edit.now}' is`,
      fix: `Open the file by its name: '${edit.now}'.`,
      ...positionOf(python.code, edit.from),
    });
  }
  return { code, findings };
}

function meant(name: string, files: readonly string[]): string | null {
  const base = baseOf(name);
  const sameName = files.filter((file) => baseOf(file) === base);
  if (sameName.length === 1) return sameName[0] ?? null;
  return files.length === 1 ? (files[0] ?? null) : null;
}

function baseOf(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).toLowerCase();
}
