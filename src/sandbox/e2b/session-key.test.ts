import { expect, test } from "vitest";
import { compilePython } from "../../../e2e/support/compile-python.ts";
import { E2bExecutor, loadE2b } from "./e2b-executor.ts";
import { SessionKey } from "./session-key.ts";

const KEY = `e2b_${"0123456789abcdef".repeat(2)}`;

test("a session key takes what can be a key, and nothing that serialises it holds it", () => {
  const key = new SessionKey();
  expect(key.set("no key")).toBe(false);
  expect(key.get()).toBeNull();
  expect(key.set(`  ${KEY}\n`)).toBe(true);
  expect(key.get()).toBe(KEY);
  expect(
    JSON.stringify({ key, executor: new E2bExecutor({ key, apiUrl: "", sandboxUrl: "", lifetimeMs: 1, load: loadE2b, compile: compilePython }) }),
  ).not.toContain(KEY);
  key.forget();
  expect(key.get()).toBeNull();
});
