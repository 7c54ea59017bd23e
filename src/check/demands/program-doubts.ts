import { STANDARD_MODULES } from "#check/python/python-modules.ts";
import type { CheckFinding } from "#domain/agent-event.ts";
import { doubt } from "./demand.ts";
import { taskValues } from "./task-values.ts";
import { unusedValues } from "./unused-values.ts";

/** Values that one finding names. */
const NAMED = 4;

/**
 * Compares a program with the words of its task: values that it leaves out, means that were asked for or ruled out, parts of a figure.
 * Understands English; of what it does not understand it says nothing.
 * @param task without rows that are a file of the run
 */
export function programDoubts(task: string, code: string): CheckFinding[] {
  return [...leftOutValues(task, code), ...endsBefore(task, code), ...DEMANDS.flatMap((demand) => unmet(demand, task, code))];
}

function leftOutValues(task: string, code: string): CheckFinding[] {
  const unused = unusedValues(taskValues(task), code);
  if (unused.length === 0) return [];
  const names = unused.slice(0, NAMED).join(", ");
  return [doubt("values", `the task speaks of ${names}, the program does not`, `Use these values of the task: ${names}.`)];
}

/** "From 1 to 10" takes the 10 in, `range(1, 10)` does not. */
function endsBefore(task: string, code: string): CheckFinding[] {
  for (const [, low = "", high = ""] of task.matchAll(/\bfrom\s+(\d+)\s+(?:up\s+)?to\s+(\d+)\b/gi)) {
    const start = Number(low) === 0 ? "(?:0\\s*,\\s*)?" : `${low}\\s*,\\s*`;
    const short = new RegExp(`\\brange\\(\\s*${start}${high}\\s*\\)`).test(code);
    const whole = new RegExp(`\\b(?:${Number(high) + 1}|${high}\\s*\\+\\s*1)\\b`).test(code);
    if (short && !whole)
      return [doubt("values", `the task goes up to ${high}, the program ends before it`, `range(${low}, ${Number(high) + 1}) goes up to ${high}.`)];
  }
  return [];
}

interface ProgramDemand {
  readonly check: string;
  /** The words that ask for it. */
  readonly asked: RegExp;
  /** Whether a program does it, by the match of `asked`. */
  readonly met: (code: string, asked: RegExpExecArray) => boolean;
  readonly message: (asked: RegExpExecArray) => string;
  readonly fix: (asked: RegExpExecArray) => string;
}

const FIGURE = /\b(?:plot|chart|figure|draw|histogram|diagram|scatter|axes|axis)\b/i;

const DEMANDS: readonly ProgramDemand[] = [
  {
    check: "means",
    asked:
      /\b(?:without|do not use|don't use|not using|no)\s+(?:using\s+|importing\s+|the\s+)*(numpy|pandas|scipy|matplotlib|statistics|itertools|collections|math|re|csv|json|datetime)\b/i,
    met: (code, [, name = ""]) => !imports(code, name),
    message: ([, name]) => `the task does without ${name}, the program imports it`,
    fix: ([, name]) => `Do not import ${name}.`,
  },
  {
    check: "means",
    asked: /\b(?:use|using|with|by)\s+(?:the\s+|python's\s+)*(\w+)\s+(?:module|library|package)\b/i,
    met: (code, [, name = ""]) => !isModule(name) || imports(code, name),
    message: ([, name]) => `the task asks for the module ${name}, the program does not import it`,
    fix: ([, name]) => `Use the module ${name}.`,
  },
  {
    check: "means",
    asked: /\b(?:use|using|with|by)\s+(?:the\s+)?(numpy|pandas|itertools|matplotlib|(?:a\s+)?regular expressions?)\b/i,
    met: (code, [, name = ""]) => imports(code, /regular/i.test(name) ? "re" : name),
    message: ([, name]) => `the task asks for ${name}, the program does not import it`,
    fix: ([, name]) => `Use ${name}.`,
  },
  {
    check: "means",
    asked: /\brecurs(?:ive|ively|ion)\b/i,
    met: (code) => [...code.matchAll(/\bdef\s+(\w+)\s*\(/g)].some(([, name]) => code.split(new RegExp(`\\b${name}\\s*\\(`)).length > 3),
    message: () => "the task asks for recursion, no function of the program calls itself",
    fix: () => "Write a function that calls itself.",
  },
  {
    check: "means",
    asked: /\b(function|class)\s+(?:called|named)\s+['"`]?([A-Za-z_]\w*)/,
    met: (code, [, kind, name]) => new RegExp(`\\b${kind === "class" ? "class" : "def"}\\s+${name}\\b`).test(code),
    message: ([, kind, name]) => `the task asks for a ${kind} named ${name}, the program has none`,
    fix: ([, kind, name]) => `Define the ${kind} ${name}.`,
  },
  figure("a bar chart", /\bbar\s*(?:chart|plot|graph|diagram)/i, /\.barh?\(|kind\s*=\s*['"]barh?/, "Draw the bars with plt.bar(names, values)."),
  figure("a histogram", /\bhistogram\b/i, /\.hist\(|kind\s*=\s*['"]hist|\.bar\(|\.stairs\(/, "Draw the histogram with plt.hist(values)."),
  figure("a scatter plot", /\bscatter/i, /\.scatter\(|kind\s*=\s*['"]scatter|['"][a-z]?[o.x+*]['"]/, "Draw the points with plt.scatter(x, y)."),
  figure("a pie chart", /\bpie\s*(?:chart|plot|graph|diagram)/i, /\.pie\(|kind\s*=\s*['"]pie/, "Draw the parts with plt.pie(values, labels=names)."),
  figure("a title", /\btitle\b/i, /title\s*[(=]/, "Set the title with plt.title(...)."),
  figure(
    "labels of the axes",
    /\blabel(?:s|led|ling)?\b[^.]*\b(?:axes|axis)\b|\b(?:axes|axis)\b[^.]*\blabel/i,
    /xlabel[\s\S]*ylabel|ylabel[\s\S]*xlabel|\.set\(/,
    "Label both axes with plt.xlabel(...) and plt.ylabel(...).",
  ),
  figure("a legend", /\blegend\b/i, /legend\s*[(=]/, "Show the legend with plt.legend()."),
  figure("a grid", /\b(?:with|show|add|and) (?:a |the )?grid\b/i, /grid\s*\(/, "Show the grid with plt.grid(True)."),
];

function figure(part: string, words: RegExp, code: RegExp, fix: string): ProgramDemand {
  return {
    check: "figure",
    asked: words,
    met: (program) => code.test(program),
    message: () => `the task asks for ${part}, the program draws none`,
    fix: () => fix,
  };
}

function unmet(demand: ProgramDemand, task: string, code: string): CheckFinding[] {
  if (demand.check === "figure" && !FIGURE.test(task)) return [];
  const asked = demand.asked.exec(task);
  return asked === null || demand.met(code, asked) ? [] : [doubt(demand.check, demand.message(asked), demand.fix(asked))];
}

function imports(code: string, name: string): boolean {
  return new RegExp(`^\\s*(?:import|from)\\s+(?:[\\w., ]+,\\s*)?${name}\\b`, "mi").test(code);
}

function isModule(name: string): boolean {
  return STANDARD_MODULES.has(name) || ["numpy", "pandas", "matplotlib"].includes(name);
}
