/** Characters that Python's repr does not show as they are: controls, separators other than the space, lone surrogates, unassigned ones. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;
const NAMED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text as Python's repr writes it. */
export function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let body = "";
  for (const character of text) body += character === quote ? `\\${quote}` : (NAMED[character] ?? (isHidden(character) ? escaped(character) : character));
  return `${quote}${body}${quote}`;
}

function isHidden(character: string): boolean {
  return character !== " " && HIDDEN.test(character);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
