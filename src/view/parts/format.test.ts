import { expect, test } from "vitest";
import { firstLine, formatBytes, formatCount, formatDuration, formatRate, formatTime } from "./format.ts";

test.each([
  [3, "3 ms"],
  [310, "0.31 s"],
  [1210, "1.2 s"],
  [9999, "10.0 s"],
  [12_400, "12 s"],
  [59_700, "1 min"],
  [185_000, "3 min 5 s"],
  [3_600_000, "1 h"],
  [3_840_000, "1 h 4 min"],
])("%d ms reads %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test.each([
  [1, "1 byte"],
  [999, "999 bytes"],
  [4100, "4.1 kB"],
  [491_000_000, "491 MB"],
  [1_900_000_000, "1.9 GB"],
  [1_000_000, "1 MB"],
])("%d bytes read %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("rates, counts and first lines", () => {
  expect(formatRate(41.2)).toBe("41 tok/s");
  expect(formatRate(2.66)).toBe("2.7 tok/s");
  expect(formatCount(1, "reply", "replies")).toBe("1 reply");
  expect(formatCount(12_000, "row")).toBe("12,000 rows");
  expect(firstLine("\n one\ntwo")).toBe("one");
  expect(firstLine("abcdef", 4)).toBe("abc…");
});

test("today's time is a clock, another day's names the day, another year's the year", () => {
  const today = new Date("2026-11-30T18:00:00Z");
  expect(formatTime("2026-11-30T12:00:00.000Z", today)).not.toMatch(/30/);
  expect(formatTime("2026-11-02T12:00:00.000Z", today)).toMatch(/2.*,/);
  expect(formatTime("2025-11-30T12:00:00.000Z", today)).toMatch(/2025/);
});
