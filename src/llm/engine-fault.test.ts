import { expect, test } from "vitest";
import { engineFault } from "./engine-fault.ts";

const page = (href: string) => {
  const { protocol, origin } = new URL(href);
  return { protocol, origin };
};

test.each([
  ["https://skep.example/", "http://192.168.1.5:11434/v1", "SK-MIXED-CONTENT"],
  ["https://skep.example/", "http://127.0.0.1:11434/v1", "SK-CORS"],
  ["https://skep.example/", "http://localhost:11434/v1", "SK-CORS"],
  ["https://skep.example/", "https://192.168.1.5/v1", "SK-CORS"],
  ["http://127.0.0.1:4173/", "http://192.168.1.5:11434/v1", "SK-CORS"],
])("from %s, %s out of reach is %s", (from, address, code) => {
  const fault = engineFault.unreachable(address, page(from));
  expect(fault.code).toBe(code);
  expect(fault.advice).toContain(code === "SK-CORS" ? page(from).origin : "https");
});
