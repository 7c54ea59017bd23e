import { childrenOf, dottedName, type PythonTree, textOf } from "#check/python/python-tree.ts";
import { lineOf, type Mend, type MendEdits, nodesOf } from "./mend.ts";

/** Modules that hold a class or a function of their own name. */
const TWINS = new Set(["datetime", "time", "random", "copy", "glob", "pprint"]);

/** Members that live in the module `datetime`, and not in its class `datetime`. */
const OF_MODULE = new Set(["datetime", "timedelta", "date", "timezone"]);

/**
 * A module taken for the class of its name, or the class for the module: `datetime.timedelta` after `from datetime import datetime`,
 * `datetime.now()` after `import datetime`, `random()` after `import random`.
 */
export const mendModuleOrClass: Mend = (python, { name, message, line }) => {
  if (name === "AttributeError") {
    const member = /^type object 'datetime\.datetime' has no attribute '(\w+)'/.exec(message)?.[1];
    if (member !== undefined && OF_MODULE.has(member)) return ofModule(python, member);
    const missing = /^module 'datetime' has no attribute '(\w+)'/.exec(message)?.[1];
    return missing === undefined ? null : ofClass(python, missing);
  }
  return name === "TypeError" && message === "'module' object is not callable" && line !== null ? calledModule(python, line) : null;
};

/** `datetime.timedelta` is written as `timedelta`, which is imported. */
function ofModule(python: PythonTree, member: string): MendEdits | null {
  const uses = nodesOf(python, "MemberExpression").filter((node) => dottedName(python, node) === `datetime.${member}`);
  const imported = /^(\s*from\s+datetime\s+import\s+)/m.exec(python.code);
  if (uses.length === 0 || imported === null) return null;
  const at = imported.index + imported[0].length;
  const edits = uses.map(({ from, to }) => ({ from, to, text: member }));
  const known = member === "datetime" || new RegExp(`\\b${member}\\b`).test(/^[^\n]*/.exec(python.code.slice(at))?.[0] ?? "");
  return {
    edits: known ? edits : [{ from: at, to: at, text: `${member}, ` }, ...edits],
    message: `changed: datetime.${member} to ${member}, which is imported`,
    fix: `Import ${member} from datetime, and write ${member} alone.`,
  };
}

/** `datetime.now` is written as `datetime.datetime.now`. */
function ofClass(python: PythonTree, member: string): MendEdits | null {
  const edits = nodesOf(python, "MemberExpression")
    .filter((node) => dottedName(python, node) === `datetime.${member}`)
    .map(({ from }) => ({ from, to: from, text: "datetime." }));
  if (edits.length === 0) return null;
  return { edits, message: `changed: datetime.${member} to datetime.datetime.${member}`, fix: `Write datetime.datetime.${member} after import datetime.` };
}

/** `random()` is written as `random.random()`. */
function calledModule(python: PythonTree, line: number): MendEdits | null {
  const names = nodesOf(python, "CallExpression")
    .filter((node) => lineOf(python, node) === line)
    .flatMap((node) => childrenOf(node).slice(0, 1))
    .filter((node) => node.name === "VariableName" && TWINS.has(textOf(python, node)));
  const [first] = names;
  if (first === undefined) return null;
  const module = textOf(python, first);
  const edits = names.filter((node) => textOf(python, node) === module).map(({ from, to }) => ({ from, to, text: `${module}.${module}` }));
  return { edits, message: `changed: ${module}() to ${module}.${module}()`, fix: `Call ${module}.${module}(): ${module} alone is the module.` };
}
