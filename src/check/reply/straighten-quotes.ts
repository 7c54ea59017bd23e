/** What word processors and chat templates put in the place of ASCII, outside of strings. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u3000": " ",
  "\u200b": "",
  "\u200c": "",
  "\u200d": "",
  "\u2060": "",
  "\ufeff": "",
  "\u2212": "-",
  "\u2013": "-",
  "\uff08": "(",
  "\uff09": ")",
  "\uff0c": ",",
  "\uff1a": ":",
  "\uff1d": "=",
  "\u2264": "<=",
  "\u2265": ">=",
  "\u2260": "!=",
};
const DOUBLE = "\u201c\u201d\u201e\u201f\u2033\uff02";
const SINGLE = "\u2018\u2019\u201a\u201b\u2032\uff07";

/** Makes typographic quotes that delimit strings plain, and other look-alikes outside of strings; what strings and comments hold stays. */
export function straightenQuotes(code: string): string {
  let result = "";
  let position = 0;
  while (position < code.length) {
    const character = code[position] ?? "";
    if (character === "#") {
      const end = lineEnd(code, position);
      result += code.slice(position, end);
      position = end;
    } else if (character === '"' || character === "'") {
      const end = endOfPlainString(code, position, character);
      result += code.slice(position, end);
      position = end;
    } else if (DOUBLE.includes(character) || SINGLE.includes(character)) {
      const string = typographicString(code, position, DOUBLE.includes(character));
      result += string.text;
      position = string.end;
    } else {
      result += PLAIN[character] ?? character;
      position += 1;
    }
  }
  return result;
}

function lineEnd(code: string, from: number): number {
  const end = code.indexOf("\n", from);
  return end === -1 ? code.length : end;
}

function endOfPlainString(code: string, from: number, quote: string): number {
  const triple = quote.repeat(3);
  const long = code.startsWith(triple, from);
  const delimiter = long ? triple : quote;
  for (let position = from + delimiter.length; position < code.length; position += 1) {
    if (code[position] === "\\") position += 1;
    else if (!long && code[position] === "\n") return position;
    else if (code.startsWith(delimiter, position)) return position + delimiter.length;
  }
  return code.length;
}

/** A string whose opening quote is typographic: it ends at the next typographic or plain quote of its kind on the line. */
function typographicString(code: string, from: number, double: boolean): { readonly text: string; readonly end: number } {
  const quote = double ? '"' : "'";
  const closing = double ? DOUBLE : SINGLE;
  const limit = lineEnd(code, from);
  for (let position = from + 1; position < limit; position += 1) {
    const character = code[position] ?? "";
    if (character === "\\") position += 1;
    else if (closing.includes(character) || (character === quote && !closing.includes(code.slice(position + 1, limit).match(/[^\w\s]/)?.[0] ?? " "))) {
      return { text: quote + code.slice(from + 1, position).replaceAll(quote, `\\${quote}`) + quote, end: position + 1 };
    }
  }
  return { text: quote, end: from + 1 };
}
