import { expect, test } from "vitest";
import { checkSetting, SETTING_BOUNDS } from "#domain/check-setting.ts";
import { ENGINES, host, jsonObject, numberFromZero, seconds, wholeNumberFrom } from "./options.mjs";

test("a time limit has the bounds of the setting", () => {
  const { min, max } = SETTING_BOUNDS.timeoutMs;
  expect([seconds(String(min / 1000)), seconds("2.5"), seconds(String(max / 1000))]).toEqual([0.1, 2.5, 3600]);
  for (const text of ["0", "0.09", "3600.1", "-1", "1e99", "Infinity", "", " ", "two", "5s"]) expect(() => seconds(text), text).toThrow("from 0.1 to 3600");
});

test("the engines are those of the setting", () => {
  const taken = ["auto", "gpt", ...ENGINES].filter((engine) => checkSetting("engine", engine) === null);
  expect(taken).toEqual(["auto", ...ENGINES]);
});

test("a number from zero is a number", () => {
  expect([numberFromZero("0"), numberFromZero("0.7")]).toEqual([0, 0.7]);
  for (const text of ["-0.1", "warm", "", "NaN"]) expect(() => numberFromZero(text), text).toThrow("0 or above");
});

test("a whole number within bounds", () => {
  const attempts = wholeNumberFrom(1, 20);
  expect([attempts("1"), attempts("20")]).toEqual([1, 20]);
  for (const text of ["0", "21", "1.5", "-1", "", "9".repeat(30)]) expect(() => attempts(text), text).toThrow("from 1 to 20");
});

test("an object of JSON", () => {
  expect(jsonObject('{"a": [1, null]}')).toEqual({ a: [1, null] });
  for (const text of ["", "{", "{a: 1}"]) expect(() => jsonObject(text), text).toThrow("It must be JSON");
  for (const text of ["1", "null", "[]", '"{}"']) expect(() => jsonObject(text), text).toThrow("It must be a JSON object");
});

test("hosts are gathered by name; an address is none", () => {
  expect(host("127.0.0.1:8080", host("*.a.example", []))).toEqual(["*.a.example", "127.0.0.1:8080"]);
  for (const text of ["https://a.example", "a.example/path", "A.example", "a b", "*", ""]) expect(() => host(text, []), text).toThrow("name of a host");
});
