import type { SyntaxNode } from "@lezer/common";
import { importAliases } from "#check/python/import-aliases.ts";
import { calledName } from "#check/python/program-facts.ts";
import { childrenOf, type PythonTree, parsePython, textOf } from "#check/python/python-tree.ts";

/** Modules whose use reaches out of the interpreter. */
const NETWORK = /^(?:requests|urllib|urllib3|http|httpx|aiohttp|socket|ssl|smtplib|ftplib|imaplib|poplib|telnetlib|websockets?|pyodide|js|micropip)(?:\.|$)/;

/** Calls that change files, by the last part of their name. */
const WRITES =
  /^(?:write_text|write_bytes|savefig|imsave|to_csv|to_excel|to_json|to_parquet|to_pickle|to_sql|to_html|to_feather|save|savez|savetxt|dump_all|mkdir|makedirs|rename|remove|unlink|rmdir|rmtree|copy2|copyfile|copytree|move|extractall|make_archive|touch|truncate)$/;

/**
 * Whether running a program leaves traces outside of its interpreter: files or network. Such a program is run once only.
 * A guess from its text, on the careful side: what cannot be read counts as leaving traces.
 */
export function hasSideEffects(code: string): boolean {
  const python = parsePython(code);
  if (python.broken) return true;
  if ([...importAliases(python).values()].some((module) => NETWORK.test(module))) return true;
  let found = false;
  python.tree.iterate({
    enter(node) {
      if (node.name !== "CallExpression" || found) return;
      const callee = node.node.firstChild;
      const last = callee?.name === "MemberExpression" ? callee.lastChild : callee;
      const name = last == null ? "" : textOf(python, last);
      if (name === "open" ? opensForWriting(python, node.node) : callee?.name === "MemberExpression" && WRITES.test(name) && !isOnList(python, node.node))
        found = true;
    },
  });
  return found;
}

function opensForWriting(python: PythonTree, call: SyntaxNode): boolean {
  const list = call.lastChild;
  if (list?.name !== "ArgList") return true;
  const args = childrenOf(list).map((child) => textOf(python, child));
  const method = call.firstChild?.name === "MemberExpression" && calledName(python, call) !== "io.open";
  const keyword = args.indexOf("mode");
  const separators = args.flatMap((text, index) => (text === "," ? [index] : []));
  const positional = method ? args[1] : separators[0] === undefined ? undefined : args[separators[0] + 1];
  const mode = keyword === -1 ? positional : args[keyword + 2];
  if (mode === undefined || /^["']\w*["']$/.test(mode) === false) return keyword !== -1 && mode !== undefined;
  return /[wax+]/.test(mode);
}

/** `list.remove(x)` changes a list: it counts only when called on a module that has to do with files. */
function isOnList(python: PythonTree, call: SyntaxNode): boolean {
  const name = calledName(python, call) ?? "";
  if (!/\.(?:remove|rename|move|save|touch|truncate|copy2)$/.test(name)) return false;
  return !/^(?:os|shutil|pathlib|path|Path|np|numpy|image|img|wb|workbook)\b/.test(name);
}
