import { expect, test } from "vitest";
import { words } from "./words.ts";

test.each([
  ["Please write a Python function that summarises the CSV file", ["summaris", "csv"]],
  ["summarise_csv", ["summaris", "csv"]],
  ["readCsvRows", ["read", "csv", "row"]],
  ["the total of sales-2024.csv and café.xlsx", ["total", "csv", "xlsx"]],
  ["Zähle Wörter", ["zahl", "worter"]],
  ["3 + 4.5 = ?", []],
  ["", []],
  ["CSV csv Csv", ["csv"]],
])("%s", (text, found) => {
  expect(words(text)).toEqual(found);
});

test("scripts without spaces are cut into words", () => {
  expect(words("売上の合計を計算する").length).toBeGreaterThan(2);
});
