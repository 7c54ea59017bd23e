import { expect, test } from "vitest";
import { coversHost, isLocalHost } from "./network-host.ts";

const hostname = (url: string): string => new URL(url).hostname;

test.each([
  "http://localhost/",
  "http://app.localhost/",
  "http://127.0.0.1/",
  "http://127.1/",
  "http://2130706433/",
  "http://0x7f.0.0.1/",
  "http://0177.0.0.1/",
  "http://0/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://192.168.178.1/",
  "http://169.254.169.254/",
  "http://100.64.0.1/",
  "http://[::1]/",
  "http://[::]/",
  "http://[fe80::1]/",
  "http://[fd00::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://printer/",
  "http://nas.local/",
  "http://router.lan./",
  "http://LOCALHOST/",
])("%s is a local address", (url) => {
  expect(isLocalHost(hostname(url))).toBe(true);
});

test.each([
  "https://example.org/",
  "https://8.8.8.8/",
  "https://172.32.0.1/",
  "https://[2606:4700::1111]/",
  "https://[::ffff:8.8.8.8]/",
  "https://local.example/",
])("%s is a public one", (url) => {
  expect(isLocalHost(hostname(url))).toBe(false);
});

test("a grant covers its own host and port only; a wildcard what is below its name, never a local address", () => {
  expect(coversHost("a.example", "a.example")).toBe(true);
  expect(coversHost("a.example", "a.example:8443")).toBe(false);
  expect(coversHost("a.example", "b.a.example")).toBe(false);
  expect(coversHost("*.a.example", "b.a.example")).toBe(true);
  expect(coversHost("*.a.example", "a.example")).toBe(false);
  expect(coversHost("*.a.example", "evila.example")).toBe(false);
  expect(coversHost("*.a.example:8443", "b.a.example:8443")).toBe(true);
  expect(coversHost("*.a.example:8443", "b.a.example")).toBe(false);
  expect(coversHost("*.local", "nas.local")).toBe(false);
  expect(coversHost("*.0.0.1", "127.0.0.1")).toBe(false);
  expect(coversHost("nas.local", "nas.local")).toBe(true);
  expect(coversHost("[::1]:80", "[::1]:80")).toBe(true);
});
