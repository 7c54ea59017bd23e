import { expect, test } from "vitest";
import { parseYaml } from "./parse-yaml.ts";

test.each([
  ["a tab that indents", "a:\n\tb: 1\n", "Tabs are not allowed as indentation", 2],
  ["a key that stands twice", "a: 1\na: 2\n", "Map keys must be unique", 2],
  ["an anchor", "a: &x 1\nb: *x\n", "Anchors are refused (&x)", 1],
  ["a tag", "a: !!python/object:os.system x\n", "Tags are refused", 1],
])("refuses %s and names its line", (_what, text, words, line) => {
  const parsed = parseYaml(text);
  expect(parsed).toMatchObject({ ok: false, line });
  expect(parsed.ok || parsed.message).toContain(words);
});

test("what would be parsed for long is refused at once", () => {
  const started = performance.now();
  const parsed = parseYaml("- a\n".repeat(2_500_000));
  expect(performance.now() - started).toBeLessThan(100);
  expect(parsed).toEqual({
    ok: false,
    message: "It is too large for the YAML of a pack: over 8 million characters. A pack can be larger as JSON.",
    line: null,
  });
});

test("a byte order mark and Windows line ends are no part of a value", () => {
  const parsed = parseYaml("\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\n");
  expect(parsed.ok && parsed.value).toEqual({ a: 1, b: "x\ny\n" });
});
