import { programFacts } from "#check/python/program-facts.ts";
import { cleanProgram } from "./clean-program.ts";
import { endsUnfinished } from "./ends-unfinished.ts";

const STARTS_CODE =
  /^(?:>>> ?|import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+)*\s*(?:#.*)?$|from\s+[\w.]+\s+import\s+[\w(*]|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[:(]|@\w|(?:for|while|with|if)\b.*:\s*(?:#.*)?$|try\s*:|print\s*\(|[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*,\s*[A-Za-z_]\w*)*\s*(?:[-+*/]?=)[^=]|[A-Za-z_][\w.]*\(.*\)\s*$)/;
const CONTINUES_CODE = /^(?:\s|$|#|(?:else|elif|except|finally)\b|[)\]}]|\.\.\. )/;

/** The longest stretch of lines that reads as a program in a reply without fences, or null. */
export function bareProgram(lines: readonly string[], cut: boolean): { readonly code: string; readonly truncated: boolean } | null {
  let best: { code: string; truncated: boolean } | null = null;
  let from = 0;
  while (from < lines.length) {
    if (!STARTS_CODE.test(lines[from] ?? "") && !/^#(?!#)\s*\w/.test(lines[from] ?? "")) {
      from += 1;
      continue;
    }
    const to = endOfRun(lines, from);
    const program = asProgram(lines.slice(from, to), cut && to >= lines.length);
    if (program !== null && program.code.length > (best?.code.length ?? 0)) best = program;
    from = to;
  }
  return best;
}

/** A run goes on over indented, blank and comment lines, and over whatever an open bracket or string holds. */
function endOfRun(lines: readonly string[], from: number): number {
  let to = from + 1;
  let unfinished = "";
  for (; to < lines.length; to += 1) {
    const line = lines[to] ?? "";
    unfinished = `${unfinished}\n${lines[to - 1] ?? ""}`;
    if (STARTS_CODE.test(line) || CONTINUES_CODE.test(line)) {
      if (STARTS_CODE.test(line) && !/^\s/.test(line)) unfinished = "";
      continue;
    }
    if (unfinished.length > 4000 || !endsUnfinished(unfinished)) break;
  }
  return to;
}

function asProgram(lines: readonly string[], cut: boolean): { readonly code: string; readonly truncated: boolean } | null {
  const code = cleanProgram(lines);
  const facts = programFacts(code);
  if (!facts.looksLikeCode) return null;
  const truncated = cut || endsUnfinished(code);
  if (facts.python.broken && !truncated) return null;
  const calls = /\b\w+\s*\(/.test(code) || /^\s*(?:import|from)\s/m.test(code);
  return calls ? { code, truncated } : null;
}
