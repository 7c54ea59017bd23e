import { afterEach, expect, test } from "vitest";
import { placeStorage } from "./place-storage.ts";

const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, "localStorage");
  else Object.defineProperty(globalThis, "localStorage", before);
});

test("where the browser blocks site data, a place is remembered by the page", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  placeStorage().setItem("split", "40");
  expect(placeStorage().getItem("split")).toBe("40");
  expect(placeStorage().getItem("other")).toBeNull();
});

test("else by the browser", () => {
  const own = { getItem: () => "50", setItem: () => undefined };
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: own });
  expect(placeStorage()).toBe(own);
});
