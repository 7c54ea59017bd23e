import { expect, test } from "vitest";
import { verifyLines } from "#log/verify-lines.ts";
import { verdictLine } from "./verdict-line.mjs";

test.each([
  ["", "log.jsonl: the file is empty"],
  ["\uFEFF \n\n", "log.jsonl: the file is empty"],
  ["not a log\n", "line 1: This line is not JSON."],
  ["\n\nnot a log\n", "line 3: This line is not JSON."],
])("%j names no run", async (text, line) => {
  expect(verdictLine("log.jsonl", text, await verifyLines(text))).toBe(line);
});

test("an event that was changed is named with its run", () => {
  const fault = { ok: false, run: "r1", seq: 3, line: 4, reason: "The hash does not fit." } as const;
  expect(verdictLine("log.jsonl", "{}", fault)).toBe("line 4: event 3 of run r1: The hash does not fit.");
});
