import type { AttemptRecord } from "#agent/run/run-outcome.ts";
import { importFor } from "#check/python/usual-imports.ts";
import type { FileSummary } from "#prompt/file-summary.ts";
import type { Failure } from "./failure.ts";

/** What the advice may draw on besides the failure itself. */
export interface AdviceFacts {
  readonly files: readonly FileSummary[];
  readonly packages: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

type Advice = (message: string, facts: AdviceFacts) => string;

/** One line per class of exception. A function gets Python's message and the facts. */
const BY_ERROR: Readonly<Record<string, Advice>> = {
  ModuleNotFoundError: (message, facts) => `Do not import ${/'([\w.]+)'/.exec(message)?.[1] ?? "that module"}: ${installed(facts)}.`,
  ImportError: (message) => `${capital(message)}: import a name that exists, or write it yourself.`,
  FileNotFoundError: (message, facts) => fileAdvice(message, facts),
  IsADirectoryError: (_message, facts) => fileAdvice("", facts),
  KeyError: (message, facts) => keyAdvice(message, facts),
  UnicodeDecodeError: (_message, facts) => encodingAdvice(facts),
  ParserError: (_message, facts) => separatorAdvice(facts),
  EmptyDataError: (_message, facts) => separatorAdvice(facts),
  NameError: (message) => nameAdvice(/name '(\w+)'/.exec(message)?.[1]),
  UnboundLocalError: (message) => `Assign ${/'(\w+)'/.exec(message)?.[1] ?? "the variable"} before it is used in the function, or pass it as an argument.`,
  AttributeError: (message) => attributeAdvice(message),
  TypeError: (message) => typeAdvice(message),
  ValueError: (message, facts) => headingAdvice(message, facts) ?? valueAdvice(message),
  IndexError: () => "Stay within the list: indexes go from 0 to len(list) - 1.",
  ZeroDivisionError: () => "Check that the divisor is not zero before dividing.",
  RecursionError: () => "End the recursion with a base case, or use a loop.",
  OverflowError: () => "Use whole numbers (int) instead of float for large values.",
  MemoryError: () => "Use less memory: do not build large lists.",
  EOFError: () => "Do not ask for input: put the values of the task into variables.",
  AssertionError: () => "Leave assert statements out, and compute the result correctly.",
  SyntaxError: () => "Write plain Python 3 that compiles.",
  StopIteration: () => "Use a for loop instead of next().",
  PermissionError: () => "Write files into the working directory only.",
  NoNetworkError: () => "Do not use the network: read the data from a file, or put it into the program.",
  URLError: () => "Do not ask this host: read the data from a file, or put it into the program.",
  ConnectionError: () => "Do not ask this host: read the data from a file, or put it into the program.",
  NetworkRefusedError: () => "Do not ask this host: read the data from a file, or put it into the program.",
  BlockingIOError: () => "Do not use the network: read the data from a file, or put it into the program.",
  JSONDecodeError: () => "Check that the text is JSON before it is parsed, and parse the whole text.",
};

/** What the failure teaches: lines that the next prompt carries as constraints. Findings bring their own. */
export function adviceFor(failure: Failure, attempt: AttemptRecord, facts: AdviceFacts): string[] {
  const fixes = attempt.findings.map((finding) => finding.fix);
  switch (failure.kind) {
    case "no-code":
    case "check":
    case "wrong":
      return unique(fixes);
    case "repeated":
      return [];
    case "timeout":
      return [`Make the program end within ${Math.max(1, Math.round(facts.timeoutMs / 1000))} seconds: end every loop, and use a faster method.`];
    case "limit":
      return [`Stay within the limit: ${failure.reason}. Print and keep less.`];
    case "exit":
      return ["Do not call exit(): print the result and let the program end."];
    case "no-output":
      return unique([...fixes, draws(attempt) ? "Show the figure: call plt.show() at the end." : "Print the result with print(...)."]);
    case "error": {
      const error = attempt.execution?.result.error;
      const advice = error == null || !Object.hasOwn(BY_ERROR, error.name) ? undefined : BY_ERROR[error.name];
      const lines = advice === undefined || error == null ? [] : [advice(error.message, facts)];
      const heading = error?.name === "TypeError" || error?.name === "ValueError" ? unreadHeading(attempt.code ?? "", facts) : null;
      return unique([...fixes, ...lines, ...(heading === null ? [] : [heading])]);
    }
  }
}

function unique(lines: readonly string[]): string[] {
  return [...new Set(lines)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function installed(facts: AdviceFacts): string {
  const known = ["numpy", "pandas", "matplotlib", "scipy"].filter((name) => Object.hasOwn(facts.packages, name));
  return known.length === 0 ? "use Python's standard library only" : `use Python's standard library, or ${known.join(", ")}`;
}

function fileAdvice(message: string, facts: AdviceFacts): string {
  const wanted = /'([^']+)'\s*$/.exec(message)?.[1];
  if (facts.files.length > 0) return `Open only these files, by these names: ${facts.files.map((file) => `'${file.path}'`).join(", ")}.`;
  return `There is no file${wanted === undefined ? "" : ` '${wanted}'`}: put the data of the task into the program as a string or a list.`;
}

function keyAdvice(message: string, facts: AdviceFacts): string {
  const tables = facts.files.filter((file) => file.columns.length > 0);
  const odd = tables.find((file) => file.separator !== "," && file.separator !== "");
  if (odd !== undefined) return `${readingAdvice(odd)} ${columnsOf(odd)}`;
  if (tables.length === 0) return `There is no key ${message}: print the keys you have, use .get(), or check with 'in' first.`;
  return tables.map((file) => `${columnsOf(file)} There is no ${message}.`).join(" ");
}

/** A heading that was read as a number: its first cell is the name of a column. */
function headingAdvice(message: string, facts: AdviceFacts): string | null {
  const text = /(?:to float|base \d+): '([^']*)'/.exec(message)?.[1]?.trim() ?? "";
  const table = facts.files.find((file) => file.columns.includes(text));
  if (table !== undefined) return headingLine(table);
  const odd = facts.files.find((file) => file.decimal === "," && /^-?\d+(?:\.\d{3})*,\d+$/.test(text));
  return odd === undefined ? null : readingAdvice(odd);
}

/** A reader of rows that meets the heading first, as if it were data: what then fails is the conversion or the comparison. */
function unreadHeading(code: string, facts: AdviceFacts): string | null {
  if (!/\bcsv\.reader\(|\.split\(\s*["'][,;\\|]/.test(code) || /\bnext\(|DictReader|read_csv|\[1:\]/.test(code)) return null;
  const table = facts.files.find((file) => file.columns.length > 0);
  return table === undefined ? null : headingLine(table);
}

function headingLine(table: FileSummary): string {
  return `The first row of '${table.path}' is the heading: leave it out with next(reader) before the loop, or use csv.DictReader.`;
}

function columnsOf(file: FileSummary): string {
  return `The columns of '${file.path}' are: ${file.columns
    .slice(0, 40)
    .map((column) => `'${column}'`)
    .join(", ")}.`;
}

/** How a table is read that is not separated by commas. */
function readingAdvice(file: FileSummary): string {
  const separator = JSON.stringify(file.separator).replaceAll('"', "'");
  const decimal = file.decimal === "," ? ", decimal=','" : "";
  return `Read '${file.path}' with pandas.read_csv('${file.path}', sep=${separator}${decimal}).`;
}

function encodingAdvice(facts: AdviceFacts): string {
  const file = facts.files.find((candidate) => candidate.encoding !== "" && candidate.encoding !== "utf-8");
  return file === undefined ? "Open the file with encoding='utf-8', errors='replace'." : `Open '${file.path}' with encoding='${file.encoding}'.`;
}

function separatorAdvice(facts: AdviceFacts): string {
  const file = facts.files.find((candidate) => candidate.separator !== "" && candidate.separator !== ",");
  return file === undefined ? "Check the separator and the lines of the file before parsing it." : readingAdvice(file);
}

function nameAdvice(name: string | undefined): string {
  const statement = name === undefined ? null : importFor(name);
  return statement === null ? `Define ${name ?? "every name"} before it is used.` : `Add \`${statement}\` at the top.`;
}

function attributeAdvice(message: string): string {
  const [, owner, attribute] = /^(?:type object |module )?'?([\w.]+)'?(?: object)? has no attribute '(\w+)'/.exec(message) ?? [];
  const instead = /Did you mean: '(\w+)'/.exec(message)?.[1];
  if (owner === undefined || attribute === undefined) return "Use only attributes that exist.";
  if (owner === "NoneType") return `The value is None where .${attribute} is used: check what the call before it returns.`;
  return `${owner} has no ${attribute}: ${instead === undefined ? "use another way that certainly exists" : `use ${instead}`}.`;
}

function typeAdvice(message: string): string {
  if (/not supported between instances of '(?:str' and '(?:int|float)|(?:int|float)' and 'str)'/.test(message))
    return "Convert text to a number with float() before it is compared with a number, and leave names as they are.";
  if (/unsupported operand|can only concatenate|must be str|not supported between/.test(message))
    return "Convert values with int(), float() or str() before they are combined or compared.";
  if (/not subscriptable|object is not iterable|not an iterator/.test(message)) return "Check the type of the value before it is indexed or looped over.";
  if (/positional argument|unexpected keyword argument|required positional/.test(message))
    return "Call each function with exactly the arguments that it takes.";
  if (/unhashable/.test(message)) return "Use a tuple instead of a list as a key.";
  if (/not callable/.test(message)) return "Do not name a variable like a function that you call.";
  return `Avoid this error: ${message.slice(0, 160)}.`;
}

function valueAdvice(message: string): string {
  const text = /(?:could not convert string to float|invalid literal for int\(\) with base \d+): '(.*)'/.exec(message)?.[1];
  if (text !== undefined) return conversionAdvice(text, message.startsWith("invalid literal"));
  if (/unpack/.test(message)) return "Unpack exactly as many values as there are.";
  if (/time data|does not match format|day is out of range/.test(message)) return "Use the date format that the data really has.";
  return `Avoid this error: ${message.slice(0, 160)}.`;
}

/** What a text needs before it can become a number, by what it looks like. */
function conversionAdvice(text: string, toInt: boolean): string {
  const plain = text.trim();
  if (plain === "") return "Leave empty parts out before converting with int() or float().";
  if (/^[-+]?\d+\.\d*$/.test(plain) && toInt) return "Use float() instead of int(): some of the numbers have decimals.";
  if (/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return "Remove the commas with .replace(',', '') before converting with int() or float().";
  if (/\d/.test(plain) && /\p{L}|[%$€£]/u.test(plain))
    return "Get the numbers out of the text with re.findall(r'\\d+(?:\\.\\d+)?', text), and convert each of them with float().";
  return "Strip the text and leave headings and other non-numbers out before converting with int() or float().";
}

function draws(attempt: AttemptRecord): boolean {
  return /\bmatplotlib\b|\bplt\./.test(attempt.code ?? "");
}
