import { childrenOf, type PythonTree, textOf } from "./python-tree.ts";

/** What each imported name stands for: `sp` → `subprocess`, `Thread` → `threading.Thread`. */
export function importAliases(python: PythonTree): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  python.tree.iterate({
    enter(node) {
      if (node.name !== "ImportStatement") return;
      const words = childrenOf(node.node).map((child) => textOf(python, child));
      const start = words.indexOf("import");
      const from = words[0] === "from" ? words.slice(1, start).join("") : null;
      const names = words.slice(start + 1).filter((word) => word !== "(" && word !== ")");
      for (const item of split(names, ",")) {
        const as = item.indexOf("as");
        const path = (as === -1 ? item : item.slice(0, as)).join("");
        const alias = as === -1 ? undefined : item[as + 1];
        if (path === "") continue;
        if (from !== null) aliases.set(alias ?? path, `${from}.${path}`);
        else if (alias !== undefined) aliases.set(alias, path);
        else aliases.set(path.split(".")[0] ?? path, path.split(".")[0] ?? path);
      }
    },
  });
  return aliases;
}

function split(words: readonly string[], separator: string): string[][] {
  const groups: string[][] = [[]];
  for (const word of words) {
    if (word === separator) groups.push([]);
    else groups.at(-1)?.push(word);
  }
  return groups;
}
