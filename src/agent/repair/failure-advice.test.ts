import { expect, test } from "vitest";
import { newAttempt } from "#agent/run/run-outcome.ts";
import { raised } from "#agent/testing/scripted-tools.ts";
import { request } from "#agent/testing/task-for-tests.ts";
import { failureOf } from "./failure.ts";
import { adviceFor } from "./failure-advice.ts";
import { firstPlan } from "./repair-policy.ts";

/** What an exception of this class and message teaches. */
function advice(name: string, message: string): string {
  const base = { v: "skep.result/1", output: [], displays: [], result: null, files: [], limit: null, durationMs: 1 } as const;
  const environment = { executor: "scripted", python: "3.14.2", packages: {} };
  const result = { ...base, environment, exitCode: 1, status: "error", error: null, ...raised(name, message) } as const;
  const attempt = { ...newAttempt(1, firstPlan(request), "print(1)"), execution: { result, files: [] } };
  return adviceFor(failureOf(attempt), attempt, { files: [], packages: {}, timeoutMs: 1000 }).join();
}

test.each([
  ["invalid literal for int() with base 10: ' floor 3'", /re\.findall\(r'\\d\+\(\?:\\\.\\d\+\)\?', text\)/],
  ["could not convert string to float: '45B'", /re\.findall/],
  ["could not convert string to float: '12 %'", /re\.findall/],
  ["invalid literal for int() with base 10: '19.99'", /float\(\) instead of int\(\)/],
  ["could not convert string to float: '1,234.50'", /\.replace\(',', ''\)/],
  ["could not convert string to float: ''", /empty parts/],
  ["could not convert string to float: 'price'", /headings/],
  ["not enough values to unpack (expected 3, got 2)", /as many values/],
])("%s", (message, told) => expect(advice("ValueError", message)).toMatch(told));
