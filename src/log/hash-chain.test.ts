import { expect, test } from "vitest";
import { sha256 } from "#domain/sha256.ts";
import { canonicalJson } from "./canonical-json.ts";
import { chainEvent, GENESIS_HASH, hashOf } from "./hash-chain.ts";

test("canonical JSON sorts keys by code units at every depth and prints numbers as ECMAScript does", () => {
  expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: 1e21, 10: 0, 2: -0, é: "\u2028\u0007", e: 0.1 })).toBe(
    '{"10":0,"2":0,"a":1e+21,"b":[{"a":2,"z":1}],"e":0.1,"é":"\u2028\\u0007"}',
  );
});

test("what JSON cannot hold has no canonical text", () => {
  expect(() => canonicalJson(undefined)).toThrow(RangeError);
  expect(() => canonicalJson({ a: Number.NaN })).toThrow();
});

test("an event's hash is SHA-256 over the canonical JSON of all its other fields", async () => {
  const event = await chainEvent(
    { type: "network-answer", data: { host: "a.example", granted: false } },
    { run: "r", seq: 0, time: "2026-11-30T12:00:00.000Z", prev: GENESIS_HASH },
  );
  const written = `{"data":{"granted":false,"host":"a.example"},"prev":"${GENESIS_HASH}","run":"r","seq":0,"time":"2026-11-30T12:00:00.000Z","type":"network-answer","v":"skep.event/1"}`;
  expect(event.hash).toBe(await sha256(written));
  expect(await hashOf(event)).toBe(event.hash);
});
