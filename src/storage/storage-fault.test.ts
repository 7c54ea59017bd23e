import Dexie from "dexie";
import { expect, test } from "vitest";
import { storageFault } from "./storage-fault.ts";

test.each([
  [new DOMException("no room", "QuotaExceededError"), "SK-STORAGE-FULL"],
  [new Dexie.AbortError("Transaction aborted", new DOMException("no room", "QuotaExceededError")), "SK-STORAGE-FULL"],
  [new Dexie.DatabaseClosedError("closed"), "SK-STORAGE-CLOSED"],
  [new Dexie.DatabaseClosedError("closed", new Dexie.MissingAPIError("IndexedDB API missing")), "SK-STORAGE-UNAVAILABLE"],
  [new Dexie.MissingAPIError("IndexedDB API missing"), "SK-STORAGE-UNAVAILABLE"],
  [new Dexie.OpenFailedError("open failed", new DOMException("denied", "SecurityError")), "SK-STORAGE-UNAVAILABLE"],
  [new DOMException("cannot clone", "DataCloneError"), "SK-STORAGE-REFUSED"],
  [new DOMException("older", "VersionError"), "SK-STORAGE-VERSION"],
  [new Error("the weather"), "SK-STORAGE"],
  ["text", "SK-STORAGE"],
  [undefined, "SK-STORAGE"],
])("%s is %s", (thrown, code) => {
  const fault = storageFault(thrown);
  expect(fault.code).toBe(code);
  expect(fault.advice).not.toBe("");
});

test("a cause that is its own cause ends", () => {
  const error = new Error("round");
  error.cause = error;
  expect(storageFault(error).code).toBe("SK-STORAGE");
});

test("many failures of one bulk write name the first that is known", () => {
  const bulk = { name: "BulkError", failures: [new Error("a"), new DOMException("no room", "QuotaExceededError")] };
  expect(storageFault(bulk).code).toBe("SK-STORAGE-FULL");
});
