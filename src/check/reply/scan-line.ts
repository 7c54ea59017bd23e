/** The delimiter of a string that stays open over the line end; null outside of one. */
export type OpenString = '"""' | "'''" | null;

export interface LineSpan {
  readonly kind: "code" | "string" | "comment";
  /** Offsets in the line, end exclusive. */
  readonly from: number;
  readonly to: number;
}

export interface LineScan {
  readonly spans: readonly LineSpan[];
  readonly open: OpenString;
}

/**
 * Splits one line of Python (without its line end) into code, strings and comments.
 * @param open the string that the line before left open
 */
export function scanLine(line: string, open: OpenString): LineScan {
  const spans: LineSpan[] = [];
  let position = 0;
  let codeFrom = 0;
  let inside: OpenString = open;
  const closeCode = (to: number) => {
    if (to > codeFrom) spans.push({ kind: "code", from: codeFrom, to });
  };
  while (position < line.length || inside !== null) {
    if (inside !== null) {
      const end = endOfString(line, position, inside);
      spans.push({ kind: "string", from: codeFrom, to: end ?? line.length });
      if (end === null) return { spans, open: inside };
      position = end;
      codeFrom = end;
      inside = null;
      continue;
    }
    const character = line[position];
    if (character === "#") {
      closeCode(position);
      spans.push({ kind: "comment", from: position, to: line.length });
      return { spans, open: null };
    }
    if (character !== '"' && character !== "'") {
      position += 1;
      continue;
    }
    closeCode(position);
    codeFrom = position;
    const triple = character.repeat(3) as '"""' | "'''";
    if (line.startsWith(triple, position)) {
      inside = triple;
      position += 3;
      continue;
    }
    const end = endOfString(line, position + 1, character) ?? line.length;
    spans.push({ kind: "string", from: position, to: end });
    position = end;
    codeFrom = end;
  }
  closeCode(line.length);
  return { spans, open: null };
}

/** Offset after the closing delimiter, or null when the line ends first. */
function endOfString(line: string, from: number, delimiter: string): number | null {
  for (let position = from; position < line.length; position += 1) {
    if (line[position] === "\\") position += 1;
    else if (line.startsWith(delimiter, position)) return position + delimiter.length;
  }
  return null;
}

/** Offset of the first match of a pattern that lies outside strings, or -1. The pattern must be global. */
export function searchOutsideStrings(line: string, pattern: RegExp, open: OpenString): number {
  const { spans } = scanLine(line, open);
  for (const match of line.matchAll(pattern)) {
    if (!spans.some((span) => span.kind === "string" && match.index >= span.from && match.index < span.to)) return match.index;
  }
  return -1;
}
