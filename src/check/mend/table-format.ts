import type { SyntaxNode } from "@lezer/common";
import { childrenOf, type PythonTree, textOf } from "#check/python/python-tree.ts";
import { type Edit, type Mend, nodesOf, type TableFacts } from "./mend.ts";

const READING_FAILS = /^(?:KeyError|ParserError|UnicodeDecodeError|ValueError|TypeError|IndexError|EmptyDataError)$/;

/** A table that is not separated by commas, or not in UTF-8, read as if it were. */
export const mendTableFormat: Mend = (python, { name, tables }) => {
  if (!READING_FAILS.test(name)) return null;
  const edits = nodesOf(python, "CallExpression").flatMap((call) => readingEdits(python, call, tables));
  const odd = tables.find(isOdd);
  return edits.length === 0 || odd === undefined
    ? null
    : {
        edits,
        message: `added: how '${odd.path}' is to be read`,
        fix: `Read '${odd.path}' with ${Object.entries(pandasWords(odd))
          .map(([key, value]) => `${key}=${value}`)
          .join(", ")}.`,
      };
};

function isOdd(table: TableFacts): boolean {
  return hasOtherSeparator(table) || table.encoding !== "utf-8";
}

function hasOtherSeparator({ separator }: TableFacts): boolean {
  return separator !== "," && separator !== "";
}

/** Arguments that tell the format, where the call does not have them. */
function readingEdits(python: PythonTree, call: SyntaxNode, tables: readonly TableFacts[]): Edit[] {
  const [callee, list] = childrenOf(call);
  const what = callee === undefined ? "" : textOf(python, callee);
  if (list?.name !== "ArgList") return [];
  const text = textOf(python, list);
  const table =
    tables.find((candidate) => text.includes(`"${candidate.path}"`) || text.includes(`'${candidate.path}'`)) ??
    (/^csv\./.test(what) && tables.length === 1 ? tables[0] : undefined);
  if (table === undefined || !isOdd(table)) return [];
  const words = /read_csv$/.test(what)
    ? pandasWords(table)
    : /^csv\.(?:reader|DictReader)$/.test(what)
      ? separatorAs("delimiter", table)
      : what === "open" && !/["'][rwax]?b/.test(text)
        ? encodingOf(table)
        : {};
  const missing = Object.entries(words).filter(([key]) => !new RegExp(`\\b${key === "sep" ? "(?:sep|delimiter)" : key}\\s*=`).test(text));
  return missing.length === 0 ? [] : [{ from: list.to - 1, to: list.to - 1, text: missing.map(([key, value]) => `, ${key}=${value}`).join("") }];
}

function pandasWords(table: TableFacts): Record<string, string> {
  return { ...separatorAs("sep", table), ...(table.decimal === "," ? { decimal: "','" } : {}), ...encodingOf(table) };
}

function separatorAs(key: "sep" | "delimiter", table: TableFacts): Record<string, string> {
  if (!hasOtherSeparator(table)) return {};
  return { [key]: table.separator === "\t" ? "'\\t'" : `'${table.separator}'` };
}

function encodingOf({ encoding }: TableFacts): Record<string, string> {
  return encoding === "utf-8" || encoding === "" ? {} : { encoding: `'${encoding}'` };
}
