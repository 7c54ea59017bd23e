const KEYWORDS = new Set(
  "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield print".split(
    " ",
  ),
);

/**
 * Whether a line that is no Python reads like a shell command: a program's name, then a word, an option, a path or a pipe.
 * `ls -la`, `pip install x`, `ffmpeg -i a.mp4 b.gif` do; `x = (1,`, `if x` and `print "a"` do not.
 */
export function mayBeCommand(line: string): boolean {
  const text = line.trim();
  if (text.startsWith("$") || text.startsWith("!")) return true;
  const found = /^([a-z][\w.-]*)(?:$|\s+(?![=+*/%&|^<>@!:,)\]}.]*=)(?:[-\w./~$"'*{]|[|<>]\s*\S))/.exec(text);
  return found !== null && !KEYWORDS.has(found[1] ?? "");
}
