import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TerminalText } from "./terminal-text.ts";

/** What is shown of writes that arrive one by one. */
function shown(...writes: readonly string[]): string {
  const text = new TerminalText();
  return writes.map((write) => text.push(write)).join("") + text.flush();
}

describe("a terminal's text", () => {
  test("passes ordinary text at once", () => {
    const text = new TerminalText();
    expect(text.push("Total: ")).toBe("Total: ");
    expect(text.push("42")).toBe("42");
    expect(text.flush()).toBe("");
  });

  test.each([
    ["a progress bar", ["\rdone 1%", "\rdone 2%", "\rdone 100%", " ok\n"], "done 100% ok\n"],
    ["a bar in one write", ["\r1%\r2%\r3%\nnext\n"], "3%\nnext\n"],
    ["a line begun before its first return, in one write", ["abc\rdef\n"], "def\n"],
    ["a line begun in an earlier write, which cannot be taken back", ["abc", "\rdef\n"], "abc\ndef\n"],
    ["a shorter state, which leaves the rest of the longer one", ["\rabcdef\rxy\n"], "xycdef\n"],
    ["a line that is erased before it is written anew", ["a long state\x1b[2K\rshort\n"], "short\n"],
    ["a line that is erased from its new end on", ["\rabcdef", "\rxy\x1b[K\n"], "xy\n"],
    ["a line that is erased up to the cursor", ["\rabcdef\rxy\x1b[1K\n"], "  cdef\n"],
    ["an erasure of what was sent already", ["abc", "\x1b[2K", "def\n"], "abcdef\n"],
    ["an escape of nothing in a rewritten line", ["\rab\x1b\x7fc\n"], "ab\x1b\x7fc\n"],
    ["Windows line ends", ["a\r\nb\r\n"], "a\nb\n"],
    ["a Windows line end in two writes", ["a\r", "\nb"], "a\nb"],
    ["colours", ["\x1b[31m\x1b[1mERROR\x1b[0m full\n"], "ERROR full\n"],
    ["a colour in two writes", ["\x1b[3", "1mred\x1b", "[0m\n"], "red\n"],
    ["a title command", ["\x1b]0;title\x07text"], "text"],
    ["a lone escape at the end", ["text\x1b"], "text"],
    ["a bar that was never finished", ["\r1%", "\r2%"], "2%"],
  ])("shows %s as a person would see it", (_title, writes, expected) => {
    expect(shown(...writes)).toBe(expected);
  });

  test("loses and invents nothing in text without control characters, however it is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "é", "\n", " ") })), (writes) => {
        expect(shown(...writes)).toBe(writes.join(""));
      }),
    );
  });

  test("an erased state never shows, wherever a write ends", () => {
    const whole = "\rlonger\x1b[2K\rnow\n";
    for (let cut = 0; cut <= whole.length; cut += 1) expect(shown(whole.slice(0, cut), whole.slice(cut))).toBe("now\n");
  });

  test("colours never show, wherever a write ends", () => {
    const whole = "a\x1b[31mb\x1b[0mc\n\x1b[2Jd";
    for (let cut = 0; cut <= whole.length; cut += 1) expect(shown(whole.slice(0, cut), whole.slice(cut))).toBe("abc\nd");
  });
});
