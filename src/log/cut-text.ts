/** The note that stands where text was left out. */
export function leftOutNote(characters: number): string {
  return `\n[… ${characters.toLocaleString("en-US")} characters left out of the log …]\n`;
}

/** The index, or the one before it where a cut at the index would part the two halves of a character. */
export function cutIndex(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return index > 0 && index < text.length && before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}

/** A text of at most about `head + tail` characters: its start and its end, with a note between that says how much is missing. */
export function cutText(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return text;
  const headEnd = cutIndex(text, head);
  const tailStart = cutIndex(text, text.length - tail);
  return text.slice(0, headEnd) + leftOutNote(tailStart - headEnd) + text.slice(tailStart);
}
