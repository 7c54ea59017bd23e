/** The text without the blank space that all its lines which are not blank begin with, as Python's textwrap.dedent. */
export function dedent(text: string): string {
  // A line of a file from Windows ends in a return, which makes it no less blank.
  const lines = text.split("\n").map((line) => (/^\s+$/.test(line) ? "" : line));
  const margins = lines.filter((line) => line !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const margin = margins.reduce((common, own) => {
    let length = 0;
    while (length < common.length && common[length] === own[length]) length++;
    return common.slice(0, length);
  }, margins[0] ?? "");
  return margin === "" ? text : lines.map((line) => line.slice(margin.length)).join("\n");
}
