/** Control characters, without line ends and tabs. */
const CONTROL = /(?![\n\t])\p{Cc}/gu;

/**
 * A text that a terminal only shows: what would command it (colours, titles, moving the cursor) stands there as `\x1b`. Line ends and tabs stay.
 * @param {string} text of a program, or a name that it gave a file
 */
export function printable(text) {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/**
 * A program's text on a terminal is only ever read; what is piped stays as it is.
 * @param {NodeJS.WriteStream} stream
 * @param {string} text
 */
export function write(stream, text) {
  stream.write(stream.isTTY ? printable(text) : text);
}
