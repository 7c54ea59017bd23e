import { expect, test } from "vitest";
import { createDexieFiles } from "./dexie-files.ts";
import { memoryDatabase } from "./memory-database.ts";
import { createStorageHealth } from "./storage-health.ts";

const text = (content: string) => new TextEncoder().encode(content);

test("bytes come back by their digest, and the same bytes are kept once under both names", async () => {
  const database = memoryDatabase();
  const files = createDexieFiles(database, createStorageHealth());
  const first = await files.put({ path: "a.csv", bytes: text("x,y\n1,2\n") });
  const second = await files.put({ path: "b/c.csv", bytes: text("x,y\n1,2\n") });
  if (!first.ok || !second.ok) throw new Error("expected both to be kept");
  expect(first.reference).toEqual({ path: "a.csv", size: 8, sha256: second.reference.sha256 });
  expect(second.reference.path).toBe("b/c.csv");
  expect(await database.files.count()).toBe(1);
  expect(await files.get(first.reference.sha256)).toEqual(text("x,y\n1,2\n"));
});

test("a view into a large buffer keeps only its own bytes", async () => {
  const database = memoryDatabase();
  const files = createDexieFiles(database, createStorageHealth());
  const outcome = await files.put({ path: "part", bytes: new Uint8Array(1_000_000).subarray(10, 12) });
  if (!outcome.ok) throw new Error(outcome.message);
  const row = await database.files.get(outcome.reference.sha256);
  expect(row?.bytes.buffer.byteLength).toBe(2);
});

test("an unknown digest is null without a fault; an empty file is a file", async () => {
  const health = createStorageHealth();
  const files = createDexieFiles(memoryDatabase(), health);
  expect(await files.get("0".repeat(64))).toBeNull();
  expect(health.fault).toBeNull();
  const empty = await files.put({ path: "empty", bytes: new Uint8Array() });
  if (!empty.ok) throw new Error(empty.message);
  expect(await files.get(empty.reference.sha256)).toEqual(new Uint8Array());
});

test("a full disk is an answer, not an exception", async () => {
  const database = memoryDatabase();
  database.files.hook("creating", () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  const outcome = await createDexieFiles(database, createStorageHealth()).put({ path: "big", bytes: new Uint8Array(9) });
  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("storage for Skep is full") });
});
