import { describe, expect, it } from "vitest";
import { toBaseUrl } from "./base-url.ts";
import { errorDetail } from "./response-fault.ts";
import { SessionKeys } from "./session-keys.ts";

describe("toBaseUrl", () => {
  it.each([
    ["localhost:11434", "http://localhost:11434/v1"],
    [" http://127.0.0.1:8080/ ", "http://127.0.0.1:8080/v1"],
    ["https://models.example/openai/v1", "https://models.example/openai/v1"],
    ["https://models.example/v1/chat/completions", "https://models.example/v1"],
    ["http://localhost:1234/v1/models/", "http://localhost:1234/v1"],
    ["HTTP://LOCALHOST:1234", "http://localhost:1234/v1"],
    ["", null],
    ["http://", null],
    ["not an address at all", null],
  ])("reads %j as %j", (typed, expected) => {
    expect(toBaseUrl(typed)).toBe(expected);
  });
});

describe("errorDetail", () => {
  it.each([
    ['{"error":{"message":"model not found","type":"x"}}', "model not found"],
    ['{"error":"model not found"}', "model not found"],
    ["<html><body><h1>502 Bad Gateway</h1></body></html>", "502 Bad Gateway"],
    ["", ""],
  ])("reads %j", (body, detail) => {
    expect(errorDetail(body)).toBe(detail);
  });

  it("shortens a long page", () => {
    expect(errorDetail("x".repeat(9000)).length).toBeLessThan(310);
  });
});

describe("SessionKeys", () => {
  it("finds a key by the address however it was typed, and forgets it", () => {
    const keys = new SessionKeys();
    keys.set("localhost:1234", " secret ");
    expect(keys.headersFor("http://localhost:1234/v1")).toEqual({ Authorization: "Bearer secret" });
    expect(keys.headersFor("http://localhost:9999/v1")).toEqual({});
    expect(keys.all()).toEqual(["secret"]);
    keys.set("http://localhost:1234/", "");
    expect(keys.headersFor("http://localhost:1234/v1")).toEqual({});
  });
});
