const LONGEST_UNIT = 160;
const LEAST_LENGTH = 700;
const LEAST_REPEATS = 8;

/**
 * Whether the end of a text is one piece over and over: a model that has lost its way and will not stop by itself.
 * A program's own tables and repeated lines stay well below the limits.
 */
export function repeatsItself(text: string): boolean {
  if (text.length < LEAST_LENGTH) return false;
  const tail = text.slice(-LONGEST_UNIT * LEAST_REPEATS);
  for (let unit = 1; unit <= LONGEST_UNIT; unit += 1) {
    const length = Math.max(LEAST_LENGTH, unit * LEAST_REPEATS);
    if (length > tail.length) return false;
    let from = tail.length - length;
    while (from + unit < tail.length && tail[from] === tail[from + unit]) from += 1;
    if (from + unit >= tail.length) return true;
  }
  return false;
}
