// What a terminal would have shown: colour codes removed, lines that rewrite themselves kept in their last state.

const ESCAPE = "\x1b";
/** A control sequence, an operating system command, or a two-character escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal control sequences are made of control characters
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\^-~])/g;
/** Erases the line from the cursor on, up to it, or all of it: a progress bar takes its longer state back so. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const ERASE = /\x1b\[([012]?)K/g;
/** An escape that may be continued by the next write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[ -/]*)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const TOKEN = /\r|\n|\x1b\[[012]?K|\x1b|[^\r\n\x1b]+/g;
const LONGEST_UNFINISHED = 4096;

/**
 * One stream's text on its way out. A line that has been rewritten with `\r` is held back until it is complete, because
 * what was sent cannot be taken back; any other text passes at once.
 */
export class TerminalText {
  /** A trailing `\r` or an unfinished escape. */
  #carry = "";
  /** The rewritten line so far, or null when the current line is an ordinary one. */
  #line: string | null = null;
  #cursor = 0;
  /** Whether some of the current ordinary line has been let through already. */
  #open = false;

  /** @returns what may be sent now */
  push(text: string): string {
    let rest = this.#carry + text;
    this.#carry = "";
    if (rest.includes(ESCAPE)) {
      rest = rest.replace(SEQUENCE, (sequence) => (sequence.replace(ERASE, "") === "" ? sequence : ""));
      const unfinished = UNFINISHED.exec(rest);
      if (unfinished !== null && unfinished[0].length < LONGEST_UNFINISHED) {
        this.#carry = unfinished[0];
        rest = rest.slice(0, unfinished.index);
      }
    }
    if (rest.endsWith("\r")) {
      this.#carry = `\r${this.#carry}`;
      rest = rest.slice(0, -1);
    }
    if (rest.includes("\r")) rest = rest.replaceAll("\r\n", "\n");
    if (this.#line === null && !rest.includes("\r")) {
      // What was sent cannot be erased.
      rest = rest.replace(ERASE, "");
      if (rest !== "") this.#open = !rest.endsWith("\n");
      return rest;
    }
    return this.#rewrite(rest);
  }

  /** What {@link flush} would return, without ending the line. */
  peek(): string {
    return this.#line ?? "";
  }

  /** The end of the stream. */
  flush(): string {
    const held = this.#line ?? "";
    this.#line = null;
    this.#cursor = 0;
    this.#carry = "";
    this.#open = false;
    return held;
  }

  #rewrite(text: string): string {
    let settled = "";
    const tokens = text.match(TOKEN) ?? [];
    for (const [index, token] of tokens.entries()) {
      if (token === "\n") {
        settled += `${this.#line ?? ""}\n`;
        this.#line = null;
        this.#open = false;
      } else if (token === "\r") {
        // The start of this line has been sent already: its rewritten state goes on a line of its own.
        if (this.#line === null && this.#open) settled += "\n";
        this.#line ??= "";
        this.#open = false;
        this.#cursor = 0;
      } else if (token.length > 1 && token.startsWith(ESCAPE)) {
        if (this.#line !== null) this.#line = erased(this.#line, this.#cursor, token);
      } else if (this.#line !== null) {
        this.#line = this.#line.slice(0, this.#cursor).padEnd(this.#cursor) + token + this.#line.slice(this.#cursor + token.length);
        this.#cursor += token.length;
      } else if (!this.#open && isRewritten(tokens[index + 1])) {
        this.#line = token;
        this.#cursor = token.length;
      } else {
        settled += token;
        this.#open = true;
      }
    }
    return settled;
  }
}

/** Whether what follows a piece of a line writes over it. */
function isRewritten(next: string | undefined): boolean {
  return next === "\r" || (next?.endsWith("K") === true && next.startsWith(ESCAPE));
}

function erased(line: string, cursor: number, sequence: string): string {
  if (sequence.endsWith("2K")) return "";
  return sequence.endsWith("1K") ? " ".repeat(Math.min(cursor, line.length)) + line.slice(cursor) : line.slice(0, cursor);
}
