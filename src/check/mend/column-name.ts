import { textOf } from "#check/python/python-tree.ts";
import { type Mend, nodesOf } from "./mend.ts";

/** A column by almost its name: other case, spaces or underscores. */
export const mendColumnName: Mend = (python, { name, message, tables }) => {
  const wanted = /^(?:"?\[?)'([^']+)'/.exec(message)?.[1];
  if (name !== "KeyError" || wanted === undefined) return null;
  const columns = tables.flatMap((table) => table.columns);
  const meant = [...new Set(columns)].filter((column) => plain(column) === plain(wanted));
  const [column] = meant;
  if (meant.length !== 1 || column === undefined || columns.includes(wanted)) return null;
  const edits = nodesOf(python, "String")
    .filter((node) => /^(["'])(.*)\1$/.exec(textOf(python, node))?.[2] === wanted)
    .map(({ from, to }) => ({ from, to, text: JSON.stringify(column) }));
  return edits.length === 0 ? null : { edits, message: `changed: the column is called '${column}'`, fix: `The column is called '${column}'.` };
};

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}
