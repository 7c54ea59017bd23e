/** Modules that the package authorises by itself, as its release 1.26 lists them. */
const OWN_IMPORTS = ["collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata"];

/** What programs may import, in the words of a list. @param imports added ones; `*` for all */
export function importsInWords(imports: readonly string[]): string {
  if (imports.includes("*")) return "Every import that is installed is authorised.";
  return `Authorised imports: ${[...OWN_IMPORTS, ...imports].join(", ")}. No others.`;
}

/** The package's own rules, for a prompt: a language that is a part of Python. */
export function describeRules(imports: readonly string[]): readonly string[] {
  return [
    "The code runs in smolagents' LocalPythonExecutor, which interprets a part of Python.",
    "Not supported: match, :=, async and await, yield, global, eval, exec, and access to names with double underscores. print takes values only: sep, end and file are ignored.",
    importsInWords(imports),
    "A loop may make 1,000,000 rounds and a program 10,000,000 operations: use numpy or pandas for large data.",
    "final_answer(value) ends the program with its answer. open() and display() are there.",
  ];
}

/** The same for a person: limits as what they are. */
export function notesOnRules(imports: readonly string[]): readonly string[] {
  return [
    "smolagents' own rules are a part of Python, not a wall: what keeps a program in is the seal around it.",
    "No match, :=, async, yield, global, eval or exec, and no names with double underscores.",
    "A program ends after 10,000,000 operations, a while loop after 1,000,000 rounds; loops run about a hundred times slower than Python's own.",
    "Prints are cut at 50,000 characters, a last value at 20,000, out of the middle. Skep's time limit takes the place of the package's 30 s.",
    importsInWords(imports),
  ];
}
