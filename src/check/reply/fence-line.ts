/** What an opening fence says. */
export interface FenceOpening {
  /** The characters that must close it, such as three backticks. */
  readonly mark: string;
  /** Lower-case language, or empty. */
  readonly language: string;
  /** Code on the fence's own line, or empty. */
  readonly code: string;
  /** Whether the block also ends on this line. */
  readonly closed: boolean;
  /** Columns that a list item puts before every line. */
  readonly indent: number;
  /** Whether every line is quoted with `>`. */
  readonly quoted: boolean;
  /** Prose on the same line, in front of the fence. */
  readonly before: string;
}

const FENCE_LINE = /^((?:\s*>)?\s*(?:(?:[-*+]|\d+[.)])\s+)?)(`{3,}|~{3,})(.*)$/;
const FENCE_AFTER_PROSE = /^(.*\S)\s*(`{3,})\s*(python3?|py)\s*$/i;
const PYTHON_NAME = /^(?:python|python3|py|py3)$/i;

/** Reads a line as an opening fence; null when it is none. */
export function openingFence(line: string): FenceOpening | null {
  const late = FENCE_AFTER_PROSE.exec(line);
  const fence = FENCE_LINE.exec(line) ?? (late === null ? null : [line, "", late[2] ?? "", late[3] ?? ""]);
  if (fence === null) return null;
  const [, prefix = "", mark = "", info = ""] = fence;
  const inline = new RegExp(`^(.*\\S)\\s*${mark}\\s*$`).exec(info);
  const text = (inline?.[1] ?? info).trim();
  const word = /^\S*/.exec(text)?.[0] ?? "";
  const language = word.replace(/^\{?\.?/, "").replace(/[}:,].*$/, "");
  const isLanguage = /^[\w+#-]*$/.test(language) && (inline === null || PYTHON_NAME.test(language));
  const rest = isLanguage ? text.slice(word.length).trim() : text;
  const holdsCode = !isLanguage || (PYTHON_NAME.test(language) && !/^(?:\{|\w+\s*=\s*["'{]|linenums|title|filename)/.test(rest));
  const quoted = /^\s*>/.test(prefix);
  return {
    mark,
    language: isLanguage ? language.toLowerCase() : "",
    code: holdsCode ? rest : "",
    closed: inline !== null,
    indent: quoted ? 0 : prefix.length,
    quoted,
    before: FENCE_LINE.test(line) ? "" : (late?.[1] ?? ""),
  };
}

/** Whether a line opens a fence of the same character and names a language: inside an open block it can only mean that the block was never closed. */
export function opensAnother(line: string, mark: string): FenceOpening | null {
  const fence = FENCE_LINE.exec(line);
  return fence?.[2]?.[0] === mark[0] && /^\s*[\w+#-]+\s*$/.test(fence?.[3] ?? "") ? openingFence(line) : null;
}

/** Whether a line closes a fence: its character, at least as often, and nothing else. */
export function closesFence(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text === (mark[0] ?? "`").repeat(text.length);
}
