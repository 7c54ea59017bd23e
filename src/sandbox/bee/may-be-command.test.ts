import { expect, test } from "vitest";
import { mayBeCommand } from "./may-be-command.ts";

test.each(["ls -la", "pip install cowsay", "  ffmpeg -i in.mp4 out.gif", "echo hi", "cat a.txt | wc -l", "$HOME", "!ls", "git-lfs pull", "ls > out.txt"])(
  "%s reads like a command",
  (line) => {
    expect(mayBeCommand(line)).toBe(true);
  },
);

test.each([
  "x = (1,",
  "if x",
  "for i in range(3)",
  "print 'hello'",
  "def f(:",
  "x += ",
  "foo(",
  "return 1 2",
  "a == b c",
  "",
  "class A",
  "123 abc",
  "import",
  "Total 5",
])("%j does not", (line) => {
  expect(mayBeCommand(line)).toBe(false);
});
