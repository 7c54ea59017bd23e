import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#domain/settings.ts";
import { layWishes } from "./lay-wishes.ts";

test("wishes are laid over the settings, and what is null or absent is left to them", () => {
  const wishes = { timeout: 2.5, limits: { memoryMiB: 128 }, attempts: null, mode: "thorough", candidates: 7, engine: null, allowHosts: [] } as const;
  expect(layWishes(DEFAULT_SETTINGS, ["attemptLimit", "engine", "network"], wishes)).toEqual({
    ...DEFAULT_SETTINGS,
    timeoutMs: 2_500,
    memoryMiB: 128,
    mode: "thorough",
    candidateLimit: 7,
  });
});

test.each([
  ["timeoutMs", { timeout: 5 }, "timeoutMs 5000"],
  ["memoryMiB", { limits: { memoryMiB: 128 } }, "memoryMiB 128"],
  ["messageLimit", { limits: { messageLimit: 200 } }, "messageLimit 200"],
  ["mode", { mode: "careful" }, 'mode "careful"'],
  ["network", { allowHosts: ["example.org"] }, 'network "ask"'],
  ["keepState", { session: "command" }, "keepState true"],
] as const)("a lock on %s binds a request, whoever makes it", (key, wishes, named) => {
  expect(() => layWishes(DEFAULT_SETTINGS, [key], wishes)).toThrow(`${named}: this installation has fixed it`);
  expect(() => layWishes(DEFAULT_SETTINGS, [], wishes)).not.toThrow();
});

test("a bound beyond what the sandbox can do is refused as such", () => {
  expect(() => layWishes(DEFAULT_SETTINGS, [], { limits: { memoryMiB: 1_000_000 } })).toThrow(
    "memoryMiB 1000000: must be a whole number of MiB from 64 to 4096",
  );
});
