import { expect, test } from "vitest";
import { computesAnswer } from "./computes-answer.ts";

test.each([
  ["print(42)", false],
  ["print('a\\tb')\nprint('1\\t2')", false],
  ["answer = 'x'\nprint(f'It is {answer}.')", false],
  ["print(6 * 7)", true],
  ["print(sum([1, 2]))", true],
  ["for i in range(3):\n    print(i)", true],
  ["print([x for x in [1, 2]])", true],
  ["print(", true],
] as const)("%s", (code, expected) => expect(computesAnswer(code)).toBe(expected));
