import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

test("the published digests of the empty text and of abc", async () => {
  expect(await sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a text and its UTF-8 bytes have one digest, also through a view into a larger buffer", async () => {
  const bytes = new TextEncoder().encode("xWabe ü");
  expect(await sha256(bytes.subarray(1))).toBe(await sha256("Wabe ü"));
});
