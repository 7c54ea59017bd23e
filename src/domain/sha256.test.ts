import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("a text, bytes, a part of a larger memory and shared memory have the digest of their own bytes", async () => {
  const larger = new TextEncoder().encode("xxabcxx");
  const shared = new Uint8Array(new SharedArrayBuffer(3));
  shared.set(new TextEncoder().encode("abc"));
  expect(await sha256("abc")).toBe(ABC);
  expect(await sha256(new TextEncoder().encode("abc"))).toBe(ABC);
  expect(await sha256(larger.subarray(2, 5))).toBe(ABC);
  expect(await sha256(shared)).toBe(ABC);
});
